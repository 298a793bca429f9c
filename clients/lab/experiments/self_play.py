"""A player against itself: one game from the start, and x's score from random openings.

The game from the start comes out the same each time, for each side has a process of its own and
knows nothing but its own searches; so it is told as it is. What it is worth to
move first is told by the openings: random ones, or, in a game with few, every one, so that there
is no error of sampling. A `label` names the games of one player in the groups.

Two experiments: what Cui tells of players at one depth (x always wins nineboard, ultimate is a
draw or a win: are these more than single games?), and whether it is better to move first, in each
game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations, product, starmap

from linemate.clients.lab.experiments.experiment import Experiment, Groups, Size
from linemate.clients.lab.experiments.findings import (
    NONE,
    Findings,
    count_of,
    is_decided,
    say_list,
    say_score,
)
from linemate.clients.lab.experiments.players import GUESSED, hminimax
from linemate.clients.lab.experiments.plots import Matches, plot_scores
from linemate.clients.lab.experiments.sources import CUI, TAN
from linemate.clients.lab.units import (
    DRAW,
    GameUnit,
    Setting,
    Unit,
    make_openings,
    plan_games,
    seed_of,
    tally_of,
    write_score,
)
from linemate.clients.shared.openings import START, every_opening
from linemate.clients.shared.values import read_game

OPENING_PLIES = 2
KINDS = ("openings", "every")


def plan_itself(
    label: str, game: str, player: Setting, openings: int | None, seed: int
) -> Iterator[Unit]:
    """Plan a game from the start, and one from so many random openings; None is every one."""
    yield GameUnit(game, player, player, START, f"start {label}", seed_of(seed, 0))
    if openings is None:
        kind, chosen = "every", list(every_opening(read_game(game.split()), OPENING_PLIES))
    else:
        kind, chosen = "openings", make_openings(game, OPENING_PLIES, openings, seed)
    for number, opening in enumerate(chosen, start=1):
        yield GameUnit(game, player, player, opening, f"{kind} {label}", seed_of(seed, number))


def say_ending(winner: str) -> str:
    return "the game is drawn" if winner == DRAW else f"{winner} wins"


def tell_itself(findings: Findings, groups: Groups, label: str, what: str, theirs: str) -> None:
    """Tell how they ended; `theirs` is of the game from the start."""
    for game in groups[f"start {label}"]:
        findings.add_game(f"{what}, from the start", theirs, game)
    if games := groups[f"openings {label}"]:
        findings.add_match(f"{what}, x from openings", games, games[0].unit.player.text)
    if games := groups[f"every {label}"]:
        how = f"{games[0].unit.player.text}; {len(games)} openings"
        findings.add(f"{what}, x from every opening", NONE, write_score(tally_of(games)), how)


def draw_itself(
    findings: Findings, groups: Groups, labels: Iterable[str], name: str, title: str
) -> None:
    """Plot the score of x from openings, for each label of which there is something."""
    matches = []
    for kind in KINDS:
        games = {
            label: groups[f"{kind} {label}"] for label in labels if f"{kind} {label}" in groups
        }
        name_of_kind = "every opening" if kind == "every" else "random openings"
        matches.append(Matches(name_of_kind, games, whole=kind == "every"))
    title += f", from openings of {OPENING_PLIES} plies"
    findings.draw(plot_scores(name, title, "", "score of x, %", matches, "", (50.0, "equal")))


def tell_advantage(groups: Groups, labels: Iterable[str]) -> str:
    """Say in a sentence who was better off where, as far as that can be told; "" without games."""
    better: dict[str, list[str]] = {"x": [], "o": []}
    unclear = []
    for label in labels:
        for kind in KINDS:
            if games := groups[f"{kind} {label}"]:
                result = tally_of(games)
                if kind == "every":
                    decided, score = result.score != 0.5, f"{100 * result.score:.0f} %"
                else:
                    decided, score = is_decided(result), say_score(games)
                if decided:
                    better["x" if result.score > 0.5 else "o"].append(f"{label} (x: {score})")
                else:
                    unclear.append(label)
    told = [f"{side} is better off on {say_list(found)}" for side, found in better.items() if found]
    if unclear:
        told.append(f"the games on {say_list(unclear)} do not tell")
    return f"From openings of {OPENING_PLIES} plies " + "; ".join(told) + "." if told else ""


# -------------------------------------------------------------------- Cui at one depth

FUNCTIONS = ("block-threats", "block-danger")  # 1 and 2, each against each
HEURISTIC = "big-board-threats"
# What Cui tells of each game, by depth, and what a game at another depth tells of that.
THEIRS_ON_NINEBOARD = {8: f"{CUI}: x always wins"}
THEIRS_BY_DEPTH = {8: f"{CUI}: draw", 10: f"{CUI}: x always wins"}
UNTOLD = "less deep than Cui's, of which that tells nothing"
QUICK_NINEBOARD, FULL_NINEBOARD = (3, 10), (8, 20)  # the depth, and games from openings
QUICK, FULL = {3: 10, 4: 10}, {8: 40, 10: 8}  # of ultimate: games from openings, by depth
LABELS = {depth: f"ultimate at depth {depth}" for depth in (*QUICK, *FULL)}


def label_of(x: str, o: str) -> str:
    return f"nineboard with {x} against {o}"


def plan_self_play(quick: bool, seed: int) -> Iterator[Unit]:
    depth, count = QUICK_NINEBOARD if quick else FULL_NINEBOARD
    openings = make_openings("nineboard", OPENING_PLIES, count, seed)
    for functions in product(FUNCTIONS, repeat=2):
        x, o = (hminimax(depth, function) for function in functions)
        label = label_of(*functions)
        yield GameUnit("nineboard", x, o, START, f"start {label}", seed_of(seed, 0))
        yield from plan_games("nineboard", x, o, openings, f"openings {label}", seed)
    for depth, count in (QUICK if quick else FULL).items():
        player = hminimax(depth, HEURISTIC)
        yield from plan_itself(LABELS[depth], "ultimate", player, count, seed)


def conclude_self_play(groups: Groups) -> Findings:
    findings = Findings(remarks=[GUESSED])
    nineboards = [*starmap(label_of, product(FUNCTIONS, repeat=2))]
    depths = [
        game.unit.player.options["Depth"] for it in nineboards for game in groups[f"start {it}"]
    ]
    depth_of_nineboard = int(min(depths, default=0))
    for x, o in product(FUNCTIONS, repeat=2):
        label, theirs = label_of(x, o), THEIRS_ON_NINEBOARD.get(depth_of_nineboard, NONE)
        tell_itself(findings, groups, label, f"nineboard, {x} against {o}", theirs)
    for depth, label in LABELS.items():
        what, theirs = f"ultimate, depth {depth} against itself", THEIRS_BY_DEPTH.get(depth, NONE)
        tell_itself(findings, groups, label, what, theirs)
    title = "A depth against itself on ultimate"
    draw_itself(findings, groups, LABELS.values(), "self-play", title)
    endings = {
        label: game.result["winner"]
        for label in _start_labels()
        for game in groups[f"start {label}"]
    }
    if endings:
        won = [endings[label] == "x" for label in nineboards if label in endings]
        told = [
            f"at depth {depth} {say_ending(endings[label])} ({THEIRS_BY_DEPTH.get(depth, UNTOLD)})"
            for depth, label in LABELS.items()
            if label in endings
        ]
        findings.conclusion.append(
            f"From the empty board x wins {sum(won)} of the {count_of(len(won), 'game')} of "
            f"nine-board at depth {depth_of_nineboard} "
            f"({THEIRS_ON_NINEBOARD.get(depth_of_nineboard, UNTOLD)}); of ultimate "
            f"{say_list(told)}."
        )
        alike = [label_of(function, function) for function in FUNCTIONS]
        if advantage := tell_advantage(groups, [*alike, *LABELS.values()]):
            findings.conclusion.append(advantage)
        findings.remarks += _tell_between(groups)
    return findings


def _tell_between(groups: Groups) -> list[str]:
    """Say who won between the two functions, of which either has x from the same openings."""
    first, second = (groups[f"openings {label_of(x, o)}"] for x, o in permutations(FUNCTIONS))
    if not first or not second:
        return []
    by_x = tally_of(first), tally_of(second)
    games = sum(each.games for each in by_x)
    x = sum(each.wins for each in by_x)
    danger = by_x[0].losses + by_x[1].wins
    return [
        f"Between the two functions of nine-board, from openings, x won {x} of {games} games and "
        f"{FUNCTIONS[1]} {danger}: so a score of x there is not that of moving first alone."
    ]


def _start_labels() -> list[str]:
    """Return the labels of all games of this experiment that begin with the empty board."""
    return [*starmap(label_of, product(FUNCTIONS, repeat=2)), *LABELS.values()]


SELF_PLAY = Experiment(
    name="self-play",
    title="A player against itself",
    sources=(CUI,),
    question="Does x always win nineboard at depth 8? Is ultimate drawn at 8, and won by x at 10?",
    setup="H-minimax plays against itself with Cui's heuristics: on nine-board functions 1 "
    "(block-threats) and 2 (block-danger), each against each; on ultimate function 3 "
    "(big-board-threats), at two depths. Cui's were 8, and on ultimate 10. Each side is a process "
    "of its own, so that a game from the empty board comes out the same each time, and there is "
    "one of it. Whether such a game says anything about the player is asked of "
    "games from random openings.",
    quick=Size("20 seconds", "nineboard at depth 3, 44 games; ultimate at 3 and 4, 11 each"),
    full=Size(
        "15 minutes", "nineboard at depth 8, 84 games; ultimate at 8, 41 games, and 10, 9 games"
    ),
    plan=plan_self_play,
    conclude=conclude_self_play,
)


# -------------------------------------------------------------------- who moves first

GAMES = ("tictactoe", "nineboard", "ultimate", "qubic", "gomoku size=8", "gomoku")
EVERY_OPENING = ("tictactoe",)  # it has 72
THEIRS_BY_GAME = {"qubic": f"{TAN}: x can force a win"}  # it quotes what is known of perfect play


def plan_first_player(quick: bool, seed: int) -> Iterator[Unit]:
    depth, count = (2, 4) if quick else (5, 24)
    for game in GAMES:
        # Gomoku has many more moves and longer games than the others.
        player = hminimax(min(depth, 3) if "gomoku" in game else depth)
        openings = None if game in EVERY_OPENING else count
        yield from plan_itself(game, game, player, openings, seed)


def conclude_first_player(groups: Groups) -> Findings:
    findings = Findings(
        remarks=[
            "All play with the engine's own heuristic; what Cui found of other players is in "
            "self-play.",
            "That tic-tac-toe is a draw is no contradiction: among its openings are mistakes of o.",
        ]
    )
    for game in GAMES:
        tell_itself(findings, groups, game, game, THEIRS_BY_GAME.get(game, NONE))
    draw_itself(findings, groups, GAMES, "first-player", "The first player")
    winners = [game.result["winner"] for name in GAMES for game in groups[f"start {name}"]]
    if winners:
        won, drawn = winners.count("x"), winners.count(DRAW)
        findings.conclusion.append(
            f"From the empty board x wins {won} of the {count_of(len(winners), 'game')} played, "
            f"and draws {drawn or 'none'}: one game each, which says what happens at this depth "
            "and no more."
        )
        if advantage := tell_advantage(groups, GAMES):
            findings.conclusion.append(advantage)
    return findings


FIRST_PLAYER = Experiment(
    name="first-player",
    title="The advantage of moving first",
    sources=(TAN,),
    question="Has the first player an advantage, in each game?",
    setup="The same player has both sides: H-minimax with the engine's own heuristic, a few "
    "moves deep. It plays one game of each kind from the empty board, and games from random "
    "openings, so that chance has a say; of tic-tac-toe every opening is played.",
    quick=Size("20 seconds", "depth 2, five games of each, 73 of tictactoe"),
    full=Size("10 minutes", "depth 5 (gomoku 3), 25 games of each, 73 of tictactoe"),
    plan=plan_first_player,
    conclude=conclude_first_player,
)
