# The types of search.py for Cython.
cimport cython
from linemate.engine.champion.gomoku.board cimport word_t
from linemate.engine.champion.gomoku.threats cimport Threats

cdef int DEAD, CLOSED_ONE, CLOSED_TWO, FOUR
cdef int THREE_SHIFT, FOUR_SHIFT, COUNT_MASK, STEP_BITS
cdef word_t WORTH_MASK, ONE_FIVE, TWO_FOURS, FOURS
cdef int WIN, PROVEN, UNPROVEN_LOSS, NO_MOVE
cdef int SHARED_DEPTH, MOST_WAITING
cdef word_t TASK, WORD
cdef int PLIES, LAST_PLY, CELLS, ATTEMPTS, LEAF_NODES, THREATS_DEPTH, THREATS_NODES, MOST_NODES
cdef int REDUCED_DEPTH, LEAST_WIDTH, MORE_WIDTH, WIDTH, FUTILE_DEPTH, FUTILE_MARGIN, DEEPEST_LEAF, KILLER, REMEMBERED, MOST_HISTORY, FEW_CELLS
cdef int BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT, EXACT, AT_LEAST, AT_MOST, SCORE_BIAS
cdef int ZONE

@cython.final
cdef class Search(Threats):
    cdef public bint endgame, full_width
    cdef word_t turn_key, mask
    cdef int[160] killers, line_lengths
    cdef short[25600] line
    cdef int[4096] reductions
    cdef int[81] threats
    cdef int[2560] waiting
    cdef word_t[::1] words, busy
    cdef word_t busy_mask

    @cython.locals(ply=int, index=int)
    cpdef int set_position(self, list cells) except -1

    @cython.locals(start=int, following=int, length=int, index=int)
    cdef void extend_line(self, int move, int ply) noexcept

    @cython.locals(ply=int, lead=int)
    cpdef int estimate(self, int side) except? -77777

    @cython.locals(mine=word_t, theirs=word_t, number=int)
    cpdef int threats_at(self, int side) noexcept

    cdef int few(self, word_t count) noexcept

    @cython.locals(ply=int, other=int, mine=word_t, theirs=word_t, move=int, score=int, urgent=bint, narrow=bint, place=word_t, start=word_t,
        remembered=int, word=word_t, bound=int, known=int, known_depth=int, usable=bint, best=int, best_move=int, complete=bint, nearest=int, threatened=int, length=int, nodes=int, attempts=int,
        begin=int, end=int, width=int, reducible=bint, number=int, rest=int, sharing=bint, taken=int, waiting=int, item=int, task=word_t, slot=word_t)
    cpdef int search(self, int side, int depth, int alpha, int beta) except? -77777

    @cython.locals(ply=int, best=int, index=int, move=int, score=int)
    cdef int search_blocks(self, int side, int depth, int alpha, int beta) except? -77777

    cpdef int reduction(self, int depth, int number) noexcept

    cdef void reward(self, int index, int bonus) noexcept

    @cython.locals(word=word_t, start=word_t, held=word_t)
    cdef void store(self, word_t place, long long depth, int score, word_t bound, word_t move, int ply) noexcept

cdef int counted_from_root(int score, int ply) noexcept
