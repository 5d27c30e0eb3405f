"""What is wrong, in a sentence: the text of every reason that an error of ours can carry."""

from __future__ import annotations

from typing import Final

from cutthroat.core.cards import Suit
from cutthroat.core.errors import CutthroatError
from cutthroat.i18n.cards import suit_name
from cutthroat.i18n.catalogue import N_, _

SENTENCES: Final = {
    # The rules.
    "no_such_card": N_(
        '"{text}" is no card: a card is a rank (2 to 9, T, J, Q, K, A) and a suit (C, D, H, S),'
        " such as TS, or it is JK"
    ),
    "no_such_option": N_('there is no option "{option}"; the options are {options}'),
    "no_such_value": N_('the option {option} cannot be "{value}"; it can be {values}'),
    "no_such_preset": N_('there is no preset "{preset}"; the presets are {presets}'),
    "option_twice": N_("the option {option} is given twice"),
    "not_an_option": N_('"{text}" is no option: write name=value, such as high=highest'),
    "wrong_seats": N_("two or three play, not {seats}"),
    "no_such_seat": N_("there is no seat {seat} at a table of {seats}"),
    "match_over": N_("the match is over"),
    "deal_running": N_("deal {deal} is not finished"),
    "no_deal": N_("no deal is ready for this: none has begun, or its hands are not all dealt"),
    "not_dealing": N_("every seat has its hand in deal {deal} already"),
    "wrong_dealer": N_("seat {seat} does not deal now: it is seat {expected}'s deal"),
    "wrong_deal_number": N_("this is deal {expected}, not {deal}"),
    "hand_out_of_order": N_("the hand of seat {expected} comes here, not that of seat {seat}"),
    "wrong_hand_size": N_("a hand has {expected} cards; that of seat {seat} has {cards}"),
    "card_twice": N_("{card} is dealt twice"),
    "no_joker_in_deck": N_("this deck has no joker (its option is joker=no)"),
    "not_in_auction": N_("seat {seat} cannot call: no auction is open"),
    "not_in_play": N_("seat {seat} cannot play before the auction is over"),
    "not_your_turn": N_("it is not the turn of seat {seat}: it is seat {turn}'s"),
    "no_such_bid": N_("seat {seat} cannot bid {points}: a bid is 2, 3 or 4"),
    "bid_too_low": N_("seat {seat} cannot bid {points}: the highest bid is {highest}"),
    "dealer_must_bid": N_("seat {seat} may not pass: nobody has bid, so the dealer must"),
    "only_dealer_throws_in": N_(
        "the pass that throws a deal in is the dealer's: seat {expected}'s, not seat {seat}'s"
    ),
    "card_not_held": N_("seat {seat} does not hold {card}"),
    "joker_led_first": N_(
        "seat {seat} may not lead {card} to the first trick: a joker has no suit to make trump"
    ),
    "must_follow": N_("seat {seat} may not play {card}: it holds {suit}, the led suit"),
    "must_follow_or_trump": N_(
        "seat {seat} may not play {card}: it holds {suit}, the led suit; it may follow or play a"
        " trump ({trump})"
    ),
    # The sheets of the scorekeeper.
    "no_such_line": N_("there is no line {line} on the sheet; it has {lines}"),
    "nothing_changed": N_("that is what the sheet says already"),
    "nothing_to_undo": N_("there is nothing to undo"),
    "nothing_to_redo": N_("nothing was undone that could be done again"),
    "name_twice": N_('two players cannot both be called "{name}"'),
    "bad_sheet_name": N_(
        "a player needs a name in one line of at most {limit} characters that can be seen"
    ),
    "other_seats": N_("{seats} play on this sheet"),
    "nothing_played": N_("the match has no deal yet, so no other can be begun"),
    "bad_stop_reason": N_(
        "say why the match ends in one line of at most {limit} characters that can be seen"
    ),
    "card_captured_twice": N_("{card} cannot have been taken twice"),
    "counts_nothing": N_("{card} counts nothing, or is not in this deck"),
    "too_many_captured": N_("so many cards are not dealt: the players have {most} together"),
    "other_players": N_(
        "match {match}, at line {line}, has other players or rules than the first: a sheet is for"
        " the same people and rules"
    ),
    "no_match": N_("there is no match in it"),
    "no_such_sheet": N_('there is no sheet "{sheet}"'),
    "not_your_sheet": N_("only who began this sheet can write on it"),
    "sheet_stale": N_("somebody has written on the sheet meanwhile: look at it again"),
    "sheet_full": N_(
        "a sheet has at most {lines} lines and {changes} changes, and this one can take no more:"
        " begin another one"
    ),
    "too_many_sheets": N_(
        "a person has at most {limit} sheets: go on with one that you have, or delete one"
    ),
    "no_bidder": N_("say who won the auction"),
    "no_bid": N_("say how much was bid"),
    "no_high": N_("say who has High, or that nobody has it"),
    "no_low": N_("say who has Low, or that nobody has it"),
    "no_jack": N_("say who has Jack, or that nobody has it"),
    "no_game": N_("say who has Game, or that nobody has it"),
    # The tables of a server.
    "no_such_table": N_('there is no table "{table}"'),
    "no_such_match": N_('no match "{match}" was played at this table'),
    "table_closed": N_("this table is closed"),
    "table_full": N_("no seat of this table is free"),
    "not_started": N_("the match has not begun"),
    "stale": N_("the table has moved on to version {version}: look at it again"),
    "left_for_good": N_("you have left this match"),
    "no_result": N_("there is no result to look at"),
    "not_decided": N_("what everybody can see does not decide all four points yet"),
    "not_over": N_("the match is not over"),
    "pledged_already": N_("you have fixed your nonce for this match already"),
    "nonce_too_early": N_("the nonces are shown when all seats are taken and all have fixed one"),
    "nonce_mismatch": N_("this is not the nonce that you fixed"),
    "nonce_not_asked": N_("no match is being prepared"),
    "bad_nonce": N_("a nonce is 1 to 64 of the characters A-Z a-z 0-9 - and _"),
    "bad_hash": N_("the hash of a nonce is its SHA-256 in 64 lower-case hexadecimal digits"),
    "two_nonces": N_("give the nonce or its hash, not both"),
    "bad_name": N_("a name has 1 to {limit} characters that can be seen"),
    "bad_clock": N_("there is no clock of {clock} seconds; there are {clocks}, or none"),
    "bad_absent": N_('"{absent}" cannot play for somebody absent; it can be {choices}'),
    "too_many_bots": N_("{bots} bots do not fit at a table of {seats}"),
    "no_such_reaction": N_('there is no remark "{reaction}"; there are {reactions}'),
    "no_hints": N_("this table gives no hints"),
    "hint_too_late": N_("this hint came too late: the moment that it was for has passed"),
    "no_spectators": N_("this table has no spectators"),
    # Requests.
    "no_cookie": N_(
        "your browser sent no cookie, by which this server would know you again: allow cookies"
        " for it, go back, load the page anew and try once more"
    ),
    "no_credentials": N_("say who you are: send the token of your seat, or the cookie"),
    "bad_token": N_("this token opens nothing"),
    "other_table": N_("this token opens a seat of another table"),
    "not_seated": N_("you have no seat at this table"),
    "foreign_origin": N_("this was sent by a page of another site"),
    "too_many": N_("that is too much at once: try again later"),
    "too_large": N_("a request has at most {limit} bytes"),
    "too_slow": N_("a request must come to its end within {seconds} seconds"),
    "not_json": N_("this is no JSON: {detail}"),
    "bad_field": N_("a field is not as it should be: {detail}"),
    "one_action": N_("give one of call and play"),
    "bad_event_id": N_("the id of the last event is a number"),
    "used_link": N_("this code was used, has expired, or never was"),
    "no_such_page": N_("there is nothing here"),
    "no_such_method": N_("this address does not take such a request"),
    "no_such_step": N_("there is no step {step}: this replay has {steps}"),
    "no_such_record": N_(
        "there is no such record here: it never was, or nobody has looked at it for 90 days"
    ),
    "not_in_file": N_("there is no match {match} in this file: it has {matches}"),
    "not_for_you": N_("this is for the machine itself, or for whoever has the key"),
    "store_away": N_("the database is away; nothing is lost, try again in a moment"),
    "bot_failed": N_("the bot has no answer just now; try again"),
    "fault": N_("something went wrong in this program; its log calls it {id}"),
    # The server.
    "cannot_listen": N_("no server can listen at {host}, port {port}: {why}"),
    "network_unreachable": N_(
        "this machine is in no network now: join the one that the others are in, and try again"
    ),
    "database_in_use": N_("another server runs with the database {address}; end it first"),
    "database_too_new": N_(
        "a newer release has changed the database {address} (to {found}; this one knows {known}):"
        " run that release, or restore a backup"
    ),
    "database_address": N_(
        "this is no address of a database: write sqlite:///path/to/file or"
        " postgresql://user@host/name"
    ),
    "database_kind": N_("{address} is another kind of database than SQLite and PostgreSQL"),
    "database_no_file": N_(
        "an SQLite database without a file would be forgotten: give the path of one"
    ),
    "database_no_database": N_(
        "{address} is no SQLite database, or a damaged one: give another path, or a backup"
    ),
    "database_driver": N_("the library for {address} is missing or too old: install psycopg"),
    "database_foreign": N_("{address} does not let us make our tables: give a database of its own"),
    "database_unreachable": N_("the database {address} does not answer or let us in: {detail}"),
    # Operators.
    "nobody_sits": N_("nobody sits in seat {seat} of this table"),
    "bot_sits": N_("a bot sits in seat {seat} of this table; there is nothing to delete"),
    "forgotten_already": N_("the data of who sat in seat {seat} are deleted already"),
    "database_lost": N_("the database went away; do it again when it is back: {detail}"),
    # The notation.
    "not_utf8": N_("this line is not UTF-8 text"),
    "line_too_long": N_("this line is longer than {limit} bytes"),
    "match_too_long": N_("this match has more than {limit} lines"),
    "tags_too_long": N_("the tags of this match have more than {limit} characters"),
    "not_a_statement": N_(
        '"{word}" begins no statement; one begins with deal, hand, bid, trick, void, points,'
        " scores, winner or ["
    ),
    "not_a_tag": N_('this is no tag: write [Name "value"]'),
    "control_character": N_("the value of {tag} holds a control character"),
    "wrong_form": N_("this line has the wrong form: write {form}"),
    "not_a_number": N_(
        '"{text}" is no number: write it in the digits 0 to 9, without leading zeros'
    ),
    "not_a_bid": N_('"{text}" is no call: a call is 2, 3, 4 or pass'),
    "no_such_point": N_(
        '"{text}" is no point: write high=, low=, jack= or game= and a seat, or - for nobody'
    ),
    "point_twice": N_("the point {point} is given twice"),
    "tag_twice": N_("the tag {tag} is given twice"),
    "wrong_seat_tags": N_(
        "a match has the tags Seat1 and Seat2, and Seat3 if three play, and no other seats"
    ),
    "bad_match": N_("a match identifier is 1 to 64 letters, digits, - or _"),
    "bad_commitment": N_("a commitment is 64 lower-case hexadecimal digits"),
    "bad_nonces": N_("a nonce is at most 64 letters, digits, - or _"),
    "bad_secret": N_("a secret is 64 lower-case hexadecimal digits"),
    "wrong_nonces": N_(
        "{expected} seats need {expected} nonces with commas between them, not {found}"
    ),
    "secret_mismatch": N_("this secret does not fit the commitment: its SHA-256 is another"),
    "unfair_dealer": N_("the fair deal has seat {expected} deal first, not seat {seat}"),
    "unfair_hand": N_("the fair deal gives seat {seat} another hand"),
    "no_deal_yet": N_("no deal has begun: a deal line comes first"),
    "trick_not_complete": N_(
        "another trick begins while this one is not complete; its cards so far: {cards}"
    ),
    "wrong_leader": N_("seat {seat} may not lead: it is seat {expected}'s lead"),
    "too_many_cards": N_("a trick of {seats} seats cannot have {cards} cards"),
    "second_bid": N_("a deal kept without its cards has one bid line, the winning bid"),
    "not_scored": N_("a {statement} line needs a complete deal before it"),
    "wrong_point": N_("the cards give {point}={expected}, not {point}={said}"),
    "wrong_scores": N_("the scores after this deal are {expected}"),
    "not_won": N_("seat {seat} has not won: the match goes on"),
    "wrong_winner": N_("seat {expected} has won, not seat {seat}"),
    "out_of_order": N_("a {statement} line does not come here"),
    "won_but_ended": N_("this deal wins the match, but its Ended tag says that nobody won"),
    # The bots.
    "no_such_bot": N_('there is no bot "{bot}"; the bots are {bots}'),
    # Bots that are programs of their own.
    "engine_no_command": N_("after cmd: comes the command that starts the program"),
    "engine_bad_quotes": N_("a quotation mark in the command {command} is never closed"),
    "engine_no_such_program": N_(
        "there is no program {program}: give its path, or a name that the PATH leads to"
    ),
    "engine_bad_command": N_(
        "a command has at most {limit} characters, and no control characters among them"
    ),
    "engine_not_started": N_("its program could not be started: {why}"),
    "engine_ended": N_("its program ended in the middle of a match (exit code {code})"),
    "engine_killed": N_("its program was ended by the signal {signal} in the middle of a match"),
    "engine_hung_up": N_("its program runs on, but has closed its standard output"),
    "engine_too_slow": N_("its program did not answer within {seconds} seconds"),
    "engine_empty": N_("its answer was an empty line"),
    "engine_no_action": N_("its answer is no action: {line}"),
    "engine_illegal": N_("its answer is not legal there: {line}"),
    "engine_unasked": N_(
        'its program wrote a line that it was not asked for, "{line}": on standard output it is to'
        " write one line for each question, and nothing else"
    ),
    "engine_too_much": N_("its program wrote too much to standard output"),
    "engine_not_reading": N_("its program does not read what it is asked"),
    "engine_again": N_(
        "a program plays in this match, and starts only if you name it again: {options}"
    ),
}
"""Every reason and its sentence; the places are the parameters of the error."""


def reason_text(error: CutthroatError) -> str:
    """What is wrong, in the reader's language, without the clause."""
    return _(SENTENCES[error.reason.value], **_worded(error.parameters))


def _worded(parameters: dict[str, object]) -> dict[str, object]:
    """Parameters as a sentence wants them: suits by name, `-` for a seat that is nobody's."""
    return {name: _word(value) for name, value in parameters.items()}


def _word(value: object) -> object:
    if isinstance(value, Suit):
        return suit_name(value)
    return "-" if value is None else value
