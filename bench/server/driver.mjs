// Plays at many tables of one server on loopback, three seats each, and times the moves.
//
//   node driver.mjs KIND --url http://127.0.0.1:PORT [--tables 50] [--warm 900] [--moves 6000]
//                   [--rate 0] [--limit 120]
//
// KIND is bgio, colyseus, smear (our API) or pages (what our pages do). Opens all tables, plays `warm` moves, prints READY and waits for
// a line; then plays `moves` moves and prints one line of JSON. With a rate it plays so many moves a
// second, each table at moments drawn beforehand (a server that is late does not slow the clock);
// without, each seat moves as soon as it is its turn. The streams stay open until the input ends;
// after `limit` seconds all ends.
//
// The time of a move runs from its sending to the arrival of a state that holds it, once for each
// of the three seats. `own` are the arrivals at the seat that moved.
import http from 'node:http';
import { randomUUID } from 'node:crypto';
import { legal, SEATS } from './rules.mjs';

const [kind, ...words] = process.argv.slice(2);
const options = { url: '', tables: 50, warm: 900, moves: 6000, rate: 0, limit: 120 };
for (let k = 0; k < words.length; k += 2) {
  const name = words[k].replace(/^--/, '');
  if (!(name in options)) fail(`no option ${words[k]}`);
  options[name] = name === 'url' ? words[k + 1] : Number(words[k + 1]);
}
if (!/^http:\/\/(127\.0\.0\.1|localhost):\d+$/.test(options.url)) fail('--url must be of loopback');

function fail(why) {
  console.error(`driver: ${why}`);
  process.exit(1);
}

const now = () => performance.now();
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
setTimeout(() => fail(`not done after ${options.limit} s: ${stand()}`), options.limit * 1000).unref();
const told = new Promise((done) => process.stdin.once('data', done));
process.stdin.on('end', () => process.exit(0)); // who started us is gone, or has all it wants

// ---- moves and their times -------------------------------------------------------------------

let left = 0; // moves that may still be sent in this phase
let flying = 0; // moves that have not reached every seat
let posts = 0; // requests without their answer
let gap = 0; // mean time between two moves of a table, ms; 0: no waiting
let times = [];
let own = [];
let phaseEnds = () => {};

const stand = () => `${left} moves to send, ${flying} under way, ${posts} answers outstanding`;

function maybeEnd() {
  if (left === 0 && flying === 0 && posts === 0) phaseEnds();
}

// One table. A connector calls `arrived` with every state that a seat receives.
class Table {
  constructor() {
    this.seen = Array(SEATS).fill(-1);
    this.moves = []; // sent, not everywhere yet
    this.turn = null; // who may move now, and how
    this.due = 0;
  }

  // mark: grows with each move at the table. move: sends the seat's move; null out of turn.
  arrived(seat, mark, move) {
    if (mark <= this.seen[seat]) return;
    this.seen[seat] = mark;
    const arrival = now();
    for (const sent of this.moves) {
      if (sent.mark >= mark || sent.reached[seat]) continue;
      sent.reached[seat] = true;
      sent.count += 1;
      times.push(arrival - sent.at);
      if (sent.seat === seat) own.push(arrival - sent.at);
      if (sent.count === SEATS) flying -= 1;
    }
    this.moves = this.moves.filter((sent) => sent.count < SEATS);
    if (move) {
      this.turn = { seat, mark, move };
      this.go();
    }
    maybeEnd();
  }

  go() {
    if (!this.turn || left === 0) return;
    const { seat, mark, move } = this.turn;
    this.turn = null;
    left -= 1;
    flying += 1;
    const send = () => {
      this.moves.push({ seat, mark, at: now(), reached: [], count: 0 });
      move();
    };
    if (!gap) return send();
    const start = Math.max(this.due, now());
    this.due = this.due + gap * (0.5 + Math.random());
    if (start > now()) setTimeout(send, start - now());
    else send();
  }
}

// ---- connectors: each opens the three seats of a table ---------------------------------------

const agent = new http.Agent({ keepAlive: true });

function request(method, path, { body, token, agent: by = agent } = {}) {
  const headers = { accept: 'application/json' };
  if (path.endsWith('?as=html')) headers.accept = 'text/event-stream';
  if (body) headers['content-type'] = 'application/json';
  if (body instanceof URLSearchParams) headers['content-type'] = 'application/x-www-form-urlencoded';
  body = body?.toString();
  if (body) headers['content-length'] = Buffer.byteLength(body);
  if (token) headers.authorization = `Bearer ${token}`;
  return new Promise((done) => {
    const asked = http.request(options.url + path, { method, agent: by, headers }, done);
    asked.on('error', (error) => fail(`${method} ${path}: ${error.message}`));
    asked.end(body);
  });
}

async function post(path, value, token) {
  posts += 1;
  const body = value instanceof URLSearchParams ? value : JSON.stringify(value);
  const answer = await request('POST', path, { body, token });
  answer.setEncoding('utf8');
  let text = '';
  for await (const piece of answer) text += piece;
  if (answer.statusCode >= 300) fail(`POST ${path} ${body}: ${answer.statusCode} ${text}`);
  posts -= 1;
  maybeEnd();
  return text ? JSON.parse(text) : null;
}

const connectors = {
  async bgio() {
    const { io } = await import('socket.io-client');
    return async (table) => {
      const { matchID } = await post('/games/smear/create', { numPlayers: SEATS });
      for (let seat = 0; seat < SEATS; seat++) {
        const playerID = String(seat);
        const joined = await post(`/games/smear/${matchID}/join`, { playerID, playerName: `p${seat}` });
        const credentials = joined.playerCredentials;
        const socket = io(`${options.url}/smear`, { transports: ['websocket'], forceNew: true });
        const arrived = ({ G, _stateID }) => {
          const move = () => {
            const payload = { type: 'play', args: [legal(G.hand, G.trick)[0]], playerID, credentials };
            socket.emit('update', { type: 'MAKE_MOVE', payload }, _stateID, matchID, playerID);
          };
          table.arrived(seat, G.seq, G.turn === seat ? move : null);
        };
        socket.on('connect', () => socket.emit('sync', matchID, playerID, credentials, SEATS));
        socket.on('connect_error', (error) => fail(`socket: ${error.message}`));
        socket.on('disconnect', (why) => fail(`socket: ${why}`));
        socket.on('sync', (_, { state }) => arrived(state));
        socket.on('update', (_, state) => arrived(state));
      }
    };
  },

  async colyseus() {
    const { Client } = await import('@colyseus/sdk');
    return async (table) => {
      let id = null;
      for (let seat = 0; seat < SEATS; seat++) {
        const client = new Client(options.url.replace('http', 'ws'));
        const room = await (id ? client.joinById(id) : client.create('smear'));
        id ??= room.roomId;
        room.onMessage('illegal', (card) => fail(`illegal: ${card}`));
        room.onLeave((code) => fail(`socket: closed with ${code}`));
        room.onStateChange((state) => {
          const hand = [...(state.players[seat].hand ?? [])];
          const trick = Array.from({ length: state.trick.length / 2 }, (_, k) => [
            state.trick[2 * k],
            state.trick[2 * k + 1],
          ]);
          const move = () => room.send('play', legal(hand, trick)[0]);
          table.arrived(seat, state.seq, state.turn === seat ? move : null);
        });
      }
    };
  },

  smear: () => ours(followViews),
  pages: () => ours(followPages),
};

function ours(follow) {
  const rules = 'target=99 four=off'; // a match that outlasts the measurement
  return async (table) => {
    const tokens = [];
    const made = { seats: SEATS, rules, bots: [], name: 'a', nonce: randomUUID() };
    const { table: id, token } = await post('/tables', made);
    tokens.push(token);
    for (const name of ['b', 'c']) {
      const taken = await post(`/tables/${id}/seats`, { name, nonce: randomUUID() });
      tokens.push(taken.token);
    }
    await Promise.all(tokens.map((seatToken, seat) => follow(table, id, seat, seatToken)));
  };
}

// One seat's stream of views, and what the seat answers to it.
async function followViews(table, id, seat, token) {
  const path = `/tables/${id}`;
  const send = (action) => post(`${path}/actions`, action, token);
  let asked = ''; // what the seat has already agreed to, once for each end of a deal or match

  const arrived = ({ version, view }) => {
    const { phase, turn, legal: may } = view;
    if (phase !== asked) asked = '';
    if (phase === 'scored' && !asked) post(`${path}/ready`, {}, token);
    if (phase === 'over' && !asked) post(`${path}/rematch`, { nonce: randomUUID() }, token);
    if (phase === 'scored' || phase === 'over') asked = phase;
    let move = null;
    if (turn === seat + 1 && phase === 'auction') {
      const call = may.calls.includes(2) ? 2 : may.calls.includes('pass') ? 'pass' : may.calls[0];
      move = () => send({ call, at: version });
    }
    if (turn === seat + 1 && phase === 'play') move = () => send({ play: may.plays[0], at: version });
    table.arrived(seat, version, move);
  };

  await events(`${path}/stream`, token, 'view', (data) => arrived(JSON.parse(data)));
}

// One seat's stream of HTML, and the forms that the page of that seat sends.
async function followPages(table, id, seat, token) {
  const path = `/tables/${id}`;
  const send = (what, fields) =>
    post(`${path}/forms/${what}`, new URLSearchParams(fields), token);
  let asked = '';

  const arrived = (html) => {
    const told = (name) => new RegExp(`data-${name}="([^"]*)"`).exec(html)[1];
    const version = Number(told('version'));
    const phase = told('phase');
    if (phase !== asked) asked = '';
    if (phase === 'scored' && !asked) send('ready', {});
    if (phase === 'over' && !asked) send('rematch', { nonce: randomUUID() });
    if (phase === 'scored' || phase === 'over') asked = phase;
    const calls = [...html.matchAll(/name="call" value="(\w+)"/g)].map((found) => found[1]);
    const play = /name="play" value="(\w+)"/.exec(html)?.[1];
    let move = null;
    if (calls.length) {
      const call = calls.includes('2') ? '2' : calls.includes('pass') ? 'pass' : calls[0];
      move = () => send('move', { call, at: version });
    } else if (play) move = () => send('move', { play, at: version });
    table.arrived(seat, version, move);
  };

  await events(`${path}/stream?as=html`, token, 'table', arrived);
}

// Hands the data of each event of a kind to `arrived`, for as long as the server sends.
async function events(path, token, kind, arrived) {
  const stream = await request('GET', path, { token, agent: false });
  if (stream.statusCode !== 200) fail(`GET ${path}: ${stream.statusCode}`);
  stream.setEncoding('utf8');
  let text = '';
  stream.on('data', (piece) => {
    text += piece;
    for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
      const lines = text.slice(0, end).split('\n');
      const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
      if (lines.includes(`event: ${kind}`)) arrived(data.join('\n'));
    }
  });
  stream.on('close', () => fail(`GET ${path}: the server closed it`));
}

// ---- the run ---------------------------------------------------------------------------------

async function phase(tables, moves, rate) {
  left = moves;
  times = [];
  own = [];
  gap = rate ? (1000 * tables.length) / rate : 0;
  const start = now();
  const ended = new Promise((done) => {
    phaseEnds = done;
  });
  for (const table of tables) table.due = start + gap * Math.random();
  for (const table of tables) table.go();
  maybeEnd();
  await ended;
  return (now() - start) / 1000;
}

function at(sorted, share) {
  if (!sorted.length) return null;
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(3));
}

if (!(kind in connectors)) fail(`the kinds are ${Object.keys(connectors).join(', ')}`);
const connect = await connectors[kind]();
const tables = Array.from({ length: options.tables }, () => new Table());
for (const table of tables) await connect(table);
while (tables.some((table) => table.seen.includes(-1))) await sleep(20);
await sleep(300); // no table plays before all of its seats have their first state
await phase(tables, options.warm, 0);
console.log('READY');
await told;
const before = process.cpuUsage();
const seconds = await phase(tables, options.moves, options.rate);
const { user, system } = process.cpuUsage(before);
times.sort((a, b) => a - b);
own.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    moves: options.moves,
    seconds,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
    own_p50: at(own, 0.5),
    own_p99: at(own, 0.99),
    driver_us: options.moves ? (user + system) / options.moves : null,
  }),
);
