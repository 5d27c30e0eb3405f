"""Records that went wrong somewhere: seeded changes of bytes, words and lines."""

from collections.abc import Callable, Sequence
from random import Random

Lines = list[bytes]

WORDS = (
    *("deal", "dealer", "hand", "bid", "trick", "void", "points", "scores", "winner", "pass"),
    *("0", "1", "2", "3", "4", "5", "7", "-1", "-0", "01", "+1", "1.0", "99999999999", "²", "٣"),
    *("JK", "AS", "2C", "2c", "10S", "TS", "high=1", "low=-", "jack=2", "game=", "game=3", "#"),
    *('"', "\\", "[", "]", "\t", "\r", "\x00", "\x0b", "\u2028", "\xa0", "\ufeff", "="),
)
LINES = (
    *(
        "void",
        "winner 1",
        "winner 2",
        "deal 1 dealer 1",
        "deal 2 dealer 2",
        "bid 1 pass",
        "bid 2 2",
    ),
    *("points high=1 low=1 jack=1 game=1", "points high=- low=- jack=- game=-", "scores 0 0", ""),
    *("trick 1 AS", "hand 1 2C 3C 4C 5C 6C 7C", "# a comment", '[Ended "seat 2 left"]', "bid 1 4"),
    *('[Seat1 "x"]', '[Seat2 "y"]', '[Seat3 "z"]', '[Seat4 "q"]', '[Note "n \\" \\\\ #"] # more'),
    *('[Rules "high=highest"]', '[Rules "four=any out=reach"]', '[Rules "joker=yes"]', "[Rules]"),
    *('[Rules "all_pass=next"]', '[Rules "follow=strict limit=5"]', '[Nonces ","]', '[Match "m"]'),
    *('[Secret "00"]', '[Commitment "00"]', "\ufeff", "bid 9 9", "nonsense", "[", '[Seat3 "z'),
)


def mutate(data: bytes, rng: Random) -> bytes:
    """The record after one change, or now and then several."""
    for _ in range(rng.choice((1, 1, 1, 1, 2, 3))):
        data = rng.choice(_CHANGES)(data, rng)
    return data


def shorten(data: bytes, rng: Random) -> bytes:
    """A record of some deals at most, so that thousands can be tried; its end may be anywhere."""
    lines = data.splitlines(keepends=True)
    return b"".join(lines[: rng.choice((12, 30, 60, 120))])


def _flip_byte(data: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + bytes([rng.randrange(256)]) + data[place + 1 :]


def _flip_bit(data: bytes, rng: Random) -> bytes:
    if not data:
        return data
    place = rng.randrange(len(data))
    return data[:place] + bytes([data[place] ^ 1 << rng.randrange(8)]) + data[place + 1 :]


def _cut_off(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _cut_out(data: bytes, rng: Random) -> bytes:
    place = rng.randrange(len(data) + 1)
    return data[:place] + data[place + rng.randint(1, 20) :]


def _on_lines(change: Callable[[Lines, Random], Lines]) -> Callable[[bytes, Random], bytes]:
    def changed(data: bytes, rng: Random) -> bytes:
        lines = data.split(b"\n")
        return b"\n".join(change(lines, rng))

    return changed


def _drop_line(lines: Lines, rng: Random) -> Lines:
    place = rng.randrange(len(lines))
    return lines[:place] + lines[place + 1 :]


def _double_line(lines: Lines, rng: Random) -> Lines:
    place = rng.randrange(len(lines))
    return lines[: place + 1] + lines[place:]


def _swap_lines(lines: Lines, rng: Random) -> Lines:
    one = rng.randrange(len(lines))
    other = rng.choice((one - 1, rng.randrange(len(lines))))
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def _move_line(lines: Lines, rng: Random) -> Lines:
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randrange(len(lines) + 1), line)
    return lines


def _add_line(lines: Lines, rng: Random) -> Lines:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(LINES).encode())
    return lines


def _add_tag(lines: Lines, rng: Random) -> Lines:
    tags = [line for line in LINES if line.startswith("[")]
    lines.insert(rng.randrange(min(9, len(lines) + 1)), rng.choice(tags).encode())
    return lines


def _void(lines: Lines, rng: Random) -> Lines:
    """The deal is annulled at a line, and the rest of it gone: often right."""
    place = rng.randrange(len(lines) + 1)
    rest = [at for at in range(place, len(lines)) if lines[at].startswith(b"deal ")]
    return [*lines[:place], b"void", *(lines[rest[0] :] if rest else [])]


def _on_words(
    change: Callable[[Lines, Random], Sequence[bytes]],
) -> Callable[[Lines, Random], Lines]:
    def changed(lines: Lines, rng: Random) -> Lines:
        place = rng.randrange(len(lines))
        lines[place] = b" ".join(change(lines[place].split(b" "), rng))
        return lines

    return changed


def _other_word(words: Lines, rng: Random) -> Sequence[bytes]:
    words[rng.randrange(len(words))] = rng.choice(WORDS).encode()
    return words


def _other_number(words: Lines, rng: Random) -> Sequence[bytes]:
    """Another seat, bid or score."""
    places = [at for at, word in enumerate(words) if word[-1:].isdigit()]
    if places:
        place = rng.choice(places)
        words[place] = words[place][:-1] + rng.choice((b"1", b"2", b"3", b"4", b"5"))
    return words


def _other_card(words: Lines, rng: Random) -> Sequence[bytes]:
    places = [at for at, word in enumerate(words) if word[-1:] in (b"C", b"D", b"H", b"S")]
    if places:
        words[rng.choice(places)] = (rng.choice("23456789TJQKA") + rng.choice("CDHS")).encode()
    return words


def _swap_words(words: Lines, rng: Random) -> Sequence[bytes]:
    one, other = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return words


def _drop_word(words: Lines, rng: Random) -> Sequence[bytes]:
    place = rng.randrange(len(words))
    return words[:place] + words[place + 1 :]


def _double_word(words: Lines, rng: Random) -> Sequence[bytes]:
    place = rng.randrange(len(words))
    return words[: place + 1] + words[place:]


_CHANGES: Sequence[Callable[[bytes, Random], bytes]] = (
    _flip_byte,
    _flip_bit,
    _cut_off,
    _cut_out,
    *map(
        _on_lines,
        (
            *(_drop_line, _double_line, _swap_lines, _move_line, _add_line, _add_tag, _void),
            *map(
                _on_words,
                (
                    _other_word,
                    _other_number,
                    _other_number,
                    _other_card,
                    _swap_words,
                    _drop_word,
                    _double_word,
                ),
            ),
        ),
    ),
)
