"""Steps of pgx's poker games on the CPU, from a Python of its own.

A peer of `bench.steps`; see `bench.peer` for how it is spoken to. Every lane of a batch takes a
random action, drawn from the mask of legal actions; one that has ended is dealt again at once. All
that is one compiled loop of 100 steps.
"""

from __future__ import annotations

import os
import sys
from typing import Any

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ["XLA_FLAGS"] = (
    os.environ.get("XLA_FLAGS", "")
    + " --xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)

import jax
import jax.numpy as jnp
import pgx

from bench.peer import Work, serve

GAMES = {"kuhn": "kuhn_poker", "leduc": "leduc_holdem"}
STEPS = 100


def stepping(game: str, lanes: int) -> Work:
    """Work that is 100 steps of each lane of a batch."""
    env = pgx.make(game)
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def one(carry: Any, _: None) -> tuple[Any, None]:
        state, key = carry
        key, for_actions, for_deals = jax.random.split(key, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        state = step(state, jax.random.categorical(for_actions, logits, axis=-1))
        ended = state.terminated | state.truncated
        dealt = init(jax.random.split(for_deals, lanes))

        def chosen(new: Any, old: Any) -> Any:
            return jnp.where(ended.reshape((lanes,) + (1,) * (new.ndim - 1)), new, old)

        return (jax.tree_util.tree_map(chosen, dealt, state), key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=STEPS)[0])
    key = jax.random.PRNGKey(1)
    carry = run((jax.jit(init)(jax.random.split(key, lanes)), key))

    def work() -> int:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))
        return STEPS * lanes

    return work


def main() -> None:
    lanes = int(sys.argv[1])
    pieces = {name: stepping(game, lanes) for name, game in GAMES.items()}
    serve(pieces, "pgx", "jax", "jaxlib", "numpy")


if __name__ == "__main__":
    main()
