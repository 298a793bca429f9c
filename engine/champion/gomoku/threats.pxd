# The types of threats.py for Cython.
cimport cython
from linemate.engine.champion.gomoku.board cimport word_t
from linemate.engine.champion.gomoku.moves cimport Moves

cdef int DEAD, CLOSED_ONE, CLOSED_TWO, CLOSED_THREE, FOUR, FIVE, DOUBTFUL
cdef word_t ONE_FIVE, TWO_FOURS, FOURS, THREES
cdef int PLIES, CELLS, HALF, ZONE, NO_MOVE, BY_FOURS, BY_THREES, BY_ALL
cdef int WINS, WIN_SIZE, FAILURES, TRIED

cdef class Threats(Moves):
    cdef readonly int winner
    cdef int[8] attempt_plies, attempt_kinds
    cdef word_t[73728] wins
    cdef word_t[65536] failures
    cdef public long long left

    @cython.locals(ply=int, mine=word_t, key=word_t, tried=int, length=int, number=int)
    cpdef int forced_win(self, int attacker, int nodes, int attempts) except -1

    @cython.locals(ply=int, length=int, start=int)
    cpdef int attempt(self, int attacker, int plies, int kind) except -2

    cdef int spend(self) except -1

    @cython.locals(ply=int, defender=int, mine=word_t, theirs=word_t, forced=int, key=word_t, start=int, failed=int, failed_key=word_t, begin=int,
        end=int, move=int, length=int)
    cdef int won(self, int attacker, int plies, int kind) except -1

    @cython.locals(ply=int, defender=int, mine=word_t, theirs=word_t, begin=int, length=int, move=int)
    cpdef int lost(self, int attacker, int plies, int kind) except -1

    @cython.locals(ply=int, defender=int, begin=int, end=int, move=int, length=int)
    cdef int against(self, int attacker, int plies, int kind, int longest) except -1

    @cython.locals(word=int)
    cdef void remember_zone(self, int ply, int start) noexcept

    @cython.locals(word=int)
    cdef void recall_zone(self, int ply, int start) noexcept
