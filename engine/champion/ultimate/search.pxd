# The types of search.py for Cython: lists of a fixed length are arrays, numbers machine words.
cimport cython

ctypedef unsigned long long word_t

cdef int CONTEXT_BITS, SHAPES, SITUATIONS
cdef word_t O_CAN_WIN, O_HAS_WON, X_CAN_WIN, X_HAS_WON
cdef int ANY, FILLED, LINE, FULL
cdef int WIN, PROVEN, TO_THE_END, NO_MOVE, GOES_ON, NEVER
cdef int REDUCED_DEPTH, FUTILE_DEPTH, FUTILE_MARGIN
cdef int HISTORY_BITS, HISTORY_SHIFT, BONUS, LARGEST_BONUS
cdef int BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT, EXACT, AT_LEAST, AT_MOST, SCORE_BIAS
cdef int SHARED_DEPTH, MOST_WAITING
cdef word_t TASK, WORD
cdef int PLIES, CODES, NOTHING, VIEW, PLACES, MERIT_BIAS, ENDLESS

@cython.final
cdef class Search:
    cdef readonly bint exhaustive, won_open, majority
    cdef object tables, clock
    cdef short[19683] shape
    cdef unsigned char[19683] event
    cdef short[19683] free
    cdef short[39366] marks
    cdef int[18] step
    cdef int[512] low
    cdef short[393660] place
    cdef short[82316] context
    cdef short[82316] sending
    cdef word_t[162] move_keys
    cdef word_t[18] owner_keys
    cdef word_t[9] shut_keys
    cdef word_t[20] target_keys
    cdef int[8] lines_of_boards
    cdef word_t[262144] described
    cdef short[262144] big
    cdef short[524288] choice
    cdef signed char[39366] needs
    cdef int[9] codes
    cdef int[84] worths
    cdef word_t[84] keys
    cdef int[84] undo_codes
    cdef int[168] undo_sent
    cdef int[84] opened
    cdef int frame
    cdef int[20] situations, shut
    cdef int[40] can_win
    cdef int[180] offsets, places, events_here
    cdef int[400] sent
    cdef int[6804] merits
    cdef int[84] ends
    cdef int[7056] line
    cdef int[84] line_lengths
    cdef int[162] history
    cdef public int cells_left, deepest
    cdef int[6804] reductions
    cdef public long long nodes, next_check, most_nodes
    cdef int[1344] waiting
    cdef word_t[::1] words, wins, busy
    cdef word_t mask, wins_mask, busy_mask

    @cython.locals(index=int)
    cpdef void forget(self) noexcept

    @cython.locals(key=word_t, board=int, code=int, owner=int)
    cpdef void set_position(self, codes, int situation, int shut) except *

    @cython.locals(key=word_t, side=int, cells=int)
    cdef word_t marks_key(self, int board, int code) noexcept

    @cython.locals(found=int)
    cdef int count(self, int mask) noexcept

    cdef int look_at_clock(self) except -1

    @cython.locals(offsets=int, sent=int, contexts=word_t, worth=int, to_x=int, to_o=int, board=int, offset=int, code=int, index=int, decided=bint)
    cdef int open_frame(self, int situation, int shut) except? -77777

    cdef int describe(self, int situation) except -1

    @cython.locals(described=word_t, lead=int, board=int, owner=int)
    cdef int result(self, int side, int situation, int shut) except -77

    @cython.locals(shapes="short*", places="short*", context="short*", sent="int*", events="unsigned char*", steps="int*", low="int*",
        merits="int*", frame=int, opponent=int, first_step=int, worth=int, boards=int, end=int, best=int, board=int, code=int,
        offset=int, place=int, rest=int, cells=int, cell=int, new=int, matters=int, merit=int, shape=int, item=int)
    cpdef int weigh(self, int side, int target, int ply, int enough) except -1

    @cython.locals(before=int, shut=int, situation=int, result=int, worth=int, offsets=int, contexts=word_t, code=int, index=int,
        changed=word_t, other=int, shape=int, sent=int, offset=int)
    cdef int weigh_event(self, int side, int board, int cell, int new, int ply) except? -77777

    cdef int after_event(self, int side, int board, int new, int situation) noexcept

    @cython.locals(board=int, code=int, new=int, event=int, frame=int, offset=int, key=word_t, before=int, shut=int,
        situation=int, shuts=int, result=int, sent=int, index=int, place=int)
    cpdef int make(self, int side, int move, int ply) except -77

    @cython.locals(board=int, sent=int)
    cpdef void unmake(self, int move, int ply) noexcept

    @cython.locals(cell=int)
    cpdef int target_after(self, int move) noexcept

    @cython.locals(merits="int*", best=int, best_index=int, other=int)
    cpdef int take(self, int index, int end) noexcept

    @cython.locals(other=int, item=int)
    cdef int take_move(self, int move, int index, int end) noexcept

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

    @cython.locals(worth=int)
    cpdef int estimate(self, int side, int target, int ply) noexcept

    @cython.locals(start=int, following=int, length=int, index=int)
    cdef void extend_line(self, int move, int ply) noexcept

    @cython.locals(word=word_t, start=word_t, held=word_t)
    cpdef void store(self, word_t place, word_t depth, int score, word_t bound, word_t move, int ply) noexcept

    cdef bint has_hope(self, int side) except -1

    @cython.locals(situation=int, fewest=int, number=int, boards=int, lacking=int, board=int, owner=int)
    cdef int marks_needed(self, int side) except -1

    @cython.locals(index=int, own=int, other=int, fewest=int, number=int, line=int)
    cdef int need(self, int side, int code) except -1

    @cython.locals(place=word_t, start=word_t, enough=word_t, too_few=word_t, word=word_t, won=bint, index=int, end=int, move=int, result=int, sent_to=int)
    cpdef bint is_won(self, int side, int target, int plies, int ply) except -1

    @cython.locals(index=int, end=int, lost=bint, move=int, result=int, sent_to=int)
    cpdef bint is_lost(self, int side, int target, int plies, int ply) except -1

    cdef int enter(self, int ply) except -1

    @cython.locals(start=word_t, word=word_t, bound=int, score=int)
    cpdef word_t known_result(self, word_t place) except? 0

cdef int counted_from_root(int score, int ply) noexcept
