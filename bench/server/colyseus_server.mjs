// Colyseus: its core and its WebSocket transport, in memory. A view for each client hides the hands.
// PORT names the port, on loopback. Patches go out after each move: by its default they wait for
// the next tick of 50 ms, which would be cheaper for several moves in one tick and slower for each.
import { Room, Server } from '@colyseus/core';
import { schema, StateView, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { newGame, play, SEATS, shuffled } from './rules.mjs';

const Player = schema({ hand: t.array('number').view(), count: t.number(), score: t.number() }, 'Player');
const State = schema(
  {
    seq: t.number(),
    round: t.number(),
    turn: t.number(),
    trick: t.array('number'), // seat, card, seat, card
    last: t.array('number'),
    players: t.array(Player),
  },
  'State',
);

// Few edits, as a game written for Colyseus would make: only edits are sent.
function edit(target, source) {
  while (target.length > source.length) target.pop();
  source.forEach((value, k) => {
    if (k >= target.length) target.push(value);
    else if (target[k] !== value) target[k] = value;
  });
}

class Table extends Room {
  onCreate() {
    this.maxClients = SEATS;
    this.patchRate = null;
    this.game = newGame(shuffled());
    this.seats = new Map();
    this.state = new State();
    for (let seat = 0; seat < SEATS; seat++) this.state.players.push(new Player());
    this.publish();
    this.onMessage('play', (client, card) => {
      const { round } = this.game;
      const seat = this.seats.get(client.sessionId);
      if (!play(this.game, seat, card, shuffled)) return client.send('illegal', card);
      this.publish(round === this.game.round ? { seat, card } : null);
      this.broadcastPatch();
    });
  }

  // Brings the shared state up to the game: after one played card, or (null) all of it.
  publish(played = null) {
    const { game, state } = this;
    state.seq = game.seq;
    state.round = game.round;
    state.turn = game.turn;
    edit(state.trick, game.trick.flat());
    edit(state.last, game.last.flat());
    state.players.forEach((player, seat) => {
      player.count = game.hands[seat].length;
      player.score = game.scores[seat];
      if (!played) {
        player.hand.clear();
        player.hand.push(...game.hands[seat]);
      } else if (seat === played.seat) player.hand.splice(player.hand.indexOf(played.card), 1);
    });
  }

  onJoin(client) {
    const seat = this.seats.size;
    this.seats.set(client.sessionId, seat);
    client.view = new StateView();
    client.view.add(this.state.players[seat]);
    setTimeout(() => this.broadcastPatch(), 60); // after the snapshot that comes with the view
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('smear', Table);
await server.listen(Number(process.env.PORT), '127.0.0.1');
