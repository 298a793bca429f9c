# The types of search.py for Cython: lists of a fixed length are arrays, numbers machine words.
cimport cython

ctypedef unsigned long long word_t

cdef int CODES, CELL_MASK, GAINS, KEEPS, NEW_SHIFT, ANY, FULL
cdef word_t DRAWN, INFINITE, MOST_PLIES
cdef int PLIES_SHIFT
cdef int WIN, PROVEN, TO_THE_END, NO_MOVE, FORCED_WIN, TABLE_DEPTH, PROOF_DEPTH
cdef int EXTENDED_DEPTH, FUTILE_DEPTH, FUTILE_MARGIN
cdef int REPLY_COST, MANY_REPLIES, HISTORY_SHIFT, MOST_HISTORY, LARGEST_BONUS
cdef int BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT, EXACT, AT_LEAST, AT_MOST, SCORE_BIAS
cdef word_t WINS_KEY
cdef int NOT_LOST_SHIFT, PLIES_MASK, WINS_TABLE_PLIES, UNSURE
cdef int MERIT_BIAS, SHARED_DEPTH, MOST_WAITING
cdef word_t TASK, WORD

@cython.final
cdef class Search:
    cdef readonly bint exhaustive, full_draws
    cdef object clock
    cdef short[19683] free
    cdef unsigned char[19683] dangers
    cdef short[39366] worth
    cdef readonly int tempo
    cdef int[39366] first
    cdef int[45000] offers
    cdef short[45000] gains
    cdef short[39366] least_harm
    cdef int[18] step
    cdef int[512] counts, low
    cdef word_t[162] move_keys
    cdef word_t[10] target_keys
    cdef int[9] codes
    cdef int[6804] merits
    cdef int[84] ends
    cdef int[162] history
    cdef int[1344] waiting
    cdef int[6804] reductions
    cdef word_t question_key, mask, proofs_mask, busy_mask
    cdef readonly int cells_left
    cdef public int deepest
    cdef public long long nodes, next_check, most_nodes
    cdef word_t[::1] words, proofs, busy

    @cython.locals(index=int)
    cdef void fade_history(self, int shift) noexcept

    @cython.locals(board=int, code=int)
    cpdef int set_position(self, list codes, int ply) except -1

    cdef int look_at_clock(self) except -1

    cpdef int enter(self, int ply) except -1

    @cython.locals(best=int, most=int, narrow=bint, reducible=bint, place=word_t, remembered=int, start=word_t, word=word_t, bound=int,
        known=int, known_depth=int, proven_loss=int, begin=int, best_move=int, end=int, codes="int*", other=int, own=int, sharing=bint,
        index=int, waiting=int, first=bint, below=int, item=int, move=int, number=int, task=word_t, slot=word_t, board=int, cell=int, code=int,
        new=int, danger=int, my_danger=int, their_danger=int, full=int, sent=int, its_key=word_t, its_worth=int, rest=int, score=int)
    cpdef int search(self, int target, int side, int mine, int theirs, int closed, word_t key, int worth, int depth, int alpha, int beta, int ply) except? -77777

    @cython.locals(bonus=int)
    cdef void reward(self, int index, int depth) noexcept

    @cython.locals(codes="int*", free="short*", offers="int*", merits="int*", counts="int*", gains="short*", history="int*", end=int,
        drawing=int, boards=int, board=int, bit=int, others=int, code=int, cells=int, full=int, index=int, past=int, item=int, cell=int,
        their_danger=int, my_danger=int, replies=int, there=int, merit=int)
    cdef int weigh(self, int target, int side, int mine, int theirs, int closed, int ply) noexcept

    cdef bint stops(self, int side, int code, int cell) noexcept

    @cython.locals(merits="int*", best=int, best_index=int, other=int)
    cdef int take(self, int index, int end) noexcept

    @cython.locals(other=int, item=int)
    cdef int take_move(self, int move, int index, int end) noexcept

    @cython.locals(codes="int*", free="short*", offers="int*", gains="short*", firsts="int*", least_harm="short*", own=int, opponent=int,
        estimate=int, best=int, boards=int, board=int, bit=int, others=int, code=int, cells=int, full=int, index=int, item=int, cell=int,
        their_danger=int, my_danger=int, after=int, there=int, score=int, sent=int, my_others=int, reply=int)
    cdef int search_two_plies(self, int target, int side, int mine, int theirs, int closed, int worth, int alpha, int beta, int ply) except? -77777

    @cython.locals(best=int, boards=int, board=int, code=int, cells=int, full=int, index=int, item=int, cell=int, their_danger=int, score=int)
    cdef int search_last_ply(self, int target, int side, int theirs, int closed, int worth, int ply) noexcept

    @cython.locals(start=word_t, word=word_t, plies=int)
    cpdef int proven(self, word_t place, int ply) noexcept

    @cython.locals(word=word_t)
    cpdef void store_score(self, word_t place, word_t depth, int score, word_t bound, word_t move, int ply) noexcept

    @cython.locals(start=word_t, held=word_t)
    cdef void store(self, word_t place, word_t word) noexcept

    @cython.locals(start=word_t, word=word_t)
    cpdef word_t remembered(self, word_t place) noexcept

    @cython.locals(place=word_t, word=word_t, lost=word_t, not_lost=word_t, can_draw=bint, is_lost=bint, index=int, end=int, move=int)
    cpdef bint is_lost(self, int target, int side, int mine, int theirs, int closed, word_t key, word_t plies, int ply) except -1

    @cython.locals(index=int, end=int, move=int, replies=int)
    cpdef bint is_won(self, int target, int side, int mine, int theirs, int closed, word_t key, int plies, int ply) except -1

    @cython.locals(board=int, cell=int, code=int, new=int, danger=int, my_danger=int, their_danger=int, full=int, sent=int, its_key=word_t, won=bint)
    cdef bint decides(self, int move, int target, int side, int mine, int theirs, int closed, word_t key, int plies, int ply) except -1

    @cython.locals(end=int, can_draw=bint, boards=int, board=int, bit=int, code=int, index=int, item=int, cell=int, new=int,
        their_danger=int, my_danger=int, full=int, replies=int, there=int, cells=int)
    cdef bint weigh_by_replies(self, int target, int side, int mine, int theirs, int closed, int ply) except -1
