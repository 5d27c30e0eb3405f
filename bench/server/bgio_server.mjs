// boardgame.io with its own server, lobby and credentials, in memory. Hands are hidden by playerView.
// PORT names the port, on loopback.
import { createRequire } from 'node:module';
import { deck, newGame, play, view, SEATS } from './rules.mjs';

const require = createRequire(import.meta.url); // its server comes as CommonJS only
const { Server, Origins } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');

const game = {
  name: 'smear',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  disableUndo: true,
  setup: ({ random }) => newGame(random.Shuffle(deck())),
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, random }, card) =>
        play(G, Number(playerID), card, () => random.Shuffle(deck())) ? undefined : INVALID_MOVE,
    },
  },
  turn: { minMoves: 1, maxMoves: 1, order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn } },
  playerView: ({ G, playerID }) => view(G, playerID == null ? -1 : Number(playerID)),
};

const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
const listen = server.app.listen.bind(server.app); // it has no option for the address
server.app.listen = (port, ready) => listen(port, '127.0.0.1', ready);
server.run(Number(process.env.PORT));
