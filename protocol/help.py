"""What `help` prints."""

HELP = """\
Linemate plays n-in-a-row games over this line protocol (UGI and UCI; see protocol/PROTOCOL.md).
  ugi | uci                       say hello: names, options, ugiok or uciok
  newgame [GAME [OPTION VALUE]..] {games}
  position startpos|fen F [moves M..]
  moves M..                       play on from the position you have
  go [movetime MS] [depth N] [nodes N] [infinite] [searchmoves M..] ...
  go perft N                      count positions, by move
  stop | ponderhit | isready
  setoption name N [value V]
  query p1turn|gameover|result|legalmoves|fen|game|key
  d | eval                        draw the position, evaluate it
  bench [DEPTH]                   a fixed amount of work
  START N                         as the first command: speak Gomocup (gomoku) instead
  quit"""
