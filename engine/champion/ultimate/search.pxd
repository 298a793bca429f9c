# The types of search.py for Cython.
cimport cython
from linemate.engine.champion.ultimate.board cimport word_t
from linemate.engine.champion.ultimate.exact cimport Exact

cdef int ANY, AT_LEAST, AT_MOST, BONUS, BOUND_SHIFT, DEPTH_SHIFT, ENDLESS, EXACT, FUTILE_DEPTH
cdef int FUTILE_MARGIN, GOES_ON, HISTORY_BITS, HISTORY_SHIFT, LARGEST_BONUS, MERIT_BIAS, MOST_WAITING
cdef int NO_MOVE, PLIES, PROVEN, REDUCED_DEPTH, SCORE_BIAS, SCORE_SHIFT, SHARED_DEPTH, TO_THE_END, VIEW
cdef int WIN
cdef word_t TASK, WORD

@cython.final
cdef class Search(Exact):
    cdef readonly bint exhaustive
    cdef int[7056] line
    cdef int[84] line_lengths
    cdef int[162] history
    cdef int[6804] reductions
    cdef int[1344] waiting
    cdef word_t[::1] busy
    cdef word_t busy_mask

    @cython.locals(index=int)
    cpdef void forget(self) noexcept

    @cython.locals(can_win=bint, can_lose=bint, narrow=bint, place=word_t, start=word_t, remembered=int, word=word_t,
        bound=int, known=int, known_depth=int, holds=bint, score=int, begin=int, end=int, best=int, best_move=int, reducible=bint,
        index=int, move=int, number=int, result=int, sent_to=int, rest=int, sharing=bint, waiting=int, item=int, task=word_t, slot=word_t)
    cpdef int search(self, int side, int target, int depth, int alpha, int beta, int ply) except? -77777

    @cython.locals(merits="int*", history="int*", first=int, item=int)
    cdef void add_history(self, int side, int index, int end) noexcept

    @cython.locals(bonus=int, tried=int, known=int, change=int)
    cdef void note_refutation(self, int side, int move, int index, int end, int depth) noexcept

    @cython.locals(frame=int, codes="int*", sent="int*", sending="short*", worths="int*", opponent=int, replies=int, shut=int, hopes=bint,
        best=int, best_move=int, index=int, end=int, move=int, merit=int, board=int, cell=int, code=int, new=int, place=int, to_x=int,
        to_o=int, shape=int, sent_to=int, reply=int, score=int, result=int)
    cdef int search_two_plies(self, int side, int target, int alpha, int beta, int ply) except? -77777

    @cython.locals(can_win=bint, can_lose=bint, best=int, score=int)
    cdef int search_last_ply(self, int side, int target, int alpha, int beta, int ply) except? -77777

    @cython.locals(start=int, following=int, length=int, index=int)
    cdef void extend_line(self, int move, int ply) noexcept

    @cython.locals(other=int, item=int)
    cdef int take_move(self, int move, int index, int end) noexcept

    @cython.locals(word=word_t, start=word_t, held=word_t)
    cpdef void store(self, word_t place, word_t depth, int score, word_t bound, word_t move, int ply) noexcept

cdef int counted_from_root(int score, int ply) noexcept
