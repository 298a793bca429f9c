# The types of exact.py for Cython.
cimport cython
from linemate.engine.champion.ultimate.board cimport Board, word_t

cdef int AT_LEAST, AT_MOST, BOUND_SHIFT, CODES, DEPTH_SHIFT, ENDLESS, GOES_ON, NEVER, PROVEN
cdef int SCORE_BIAS, SCORE_SHIFT, TO_THE_END, WIN

cdef class Exact(Board):
    cdef int[8] lines_of_boards
    cdef signed char[39366] needs
    cdef word_t[::1] words, wins
    cdef word_t mask, wins_mask

    cdef bint has_hope(self, int side) except -1

    @cython.locals(situation=int, fewest=int, number=int, boards=int, lacking=int, board=int, owner=int)
    cdef int marks_needed(self, int side) except -1

    @cython.locals(index=int, own=int, other=int, fewest=int, number=int, line=int)
    cdef int need(self, int side, int code) except -1

    @cython.locals(place=word_t, start=word_t, enough=word_t, too_few=word_t, word=word_t, won=bint, index=int, end=int, move=int, result=int, sent_to=int)
    cpdef bint is_won(self, int side, int target, int plies, int ply) except -1

    @cython.locals(index=int, end=int, lost=bint, move=int, result=int, sent_to=int)
    cpdef bint is_lost(self, int side, int target, int plies, int ply) except -1

    @cython.locals(start=word_t, word=word_t, bound=int, score=int)
    cdef word_t known_result(self, word_t place) except? 0
