# The types of moves.py for Cython.
cimport cython
from linemate.engine.champion.gomoku.board cimport word_t
from linemate.engine.champion.gomoku.zones cimport Zones

cdef int CLOSED_ONE, CLOSED_TWO, CLOSED_THREE, FIVE
cdef int ALLOWED, THREE_SHIFT, FOUR_SHIFT, COUNT_MASK
cdef word_t FOURS, THREES
cdef int CELLS, HALF

cdef class Moves(Zones):
    cdef int[77440] merits
    cdef int[160] ends
    cdef int[968] history

    @cython.locals(packs="word_t*", most="unsigned char*", own_rank="int*", other_rank="int*", history="int*", mine=int, theirs=int, offset=int,
        ply=int, end=int, cell=int, pack=word_t, own=int, other=int, merit=int)
    cdef int weigh(self, int side, int least) except -1

    @cython.locals(packs="word_t*", words_of="word_t*", mine=int, theirs=int, left=int, end=int, cell=int, own=int, other=int)
    cdef int weigh_fours(self, int side) except -1

    @cython.locals(packs="word_t*", words_of="word_t*", half=int, sums=word_t, left=int, flags=word_t, end=int, cell=int, own=int, other=int)
    cdef int weigh_threats(self, int side, bint threes) except -1

    @cython.locals(half=int, least=int, least_other=int, end=int, cell=int, own=int, other=int)
    cdef int weigh_attacks(self, int attacker, int plies) except -1

    @cython.locals(other=int, cell=int, end=int, pack=int, direction=int, index=int, line=word_t, before=int, behind=int, first=int, last=int, place=int)
    cdef int weigh_blocks(self, int side) except -1

    @cython.locals(mine=int, theirs=int, end=int, cell=int, pack=word_t, own=int, other=int)
    cdef int weigh_zone(self, int side, int zone) except -1

    @cython.locals(begin=int, end=int, cell=int, verdict=int)
    cdef int strike_forbidden(self, bint widening) except -1

    @cython.locals(merits="int*", best=int, best_index=int, other=int)
    cdef int take(self, int index, int end) noexcept

    @cython.locals(index=int)
    cdef void prefer(self, int move, int bonus) noexcept
