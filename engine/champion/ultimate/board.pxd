# The types of board.py for Cython: lists of a fixed length are arrays, numbers machine words.
cimport cython

ctypedef unsigned long long word_t

cdef int ANY, CODES, CONTEXT_BITS, FILLED, FULL, GOES_ON, LINE, MERIT_BIAS, NOTHING, PLACES, SHAPES
cdef int SITUATIONS, VIEW, WIN
cdef word_t O_CAN_WIN, O_HAS_WON, X_CAN_WIN, X_HAS_WON

cdef class Board:
    cdef readonly bint won_open, majority
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
    cdef word_t[262144] described
    cdef short[262144] big
    cdef short[524288] choice
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
    cdef public int cells_left, deepest
    cdef public long long nodes, next_check, most_nodes

    cdef int enter(self, int ply) except -1

    cdef int look_at_clock(self) except -1

    @cython.locals(key=word_t, board=int, code=int, owner=int)
    cpdef void set_position(self, codes, int situation, int shut) except *

    @cython.locals(key=word_t, side=int, cells=int)
    cdef word_t marks_key(self, int board, int code) noexcept

    @cython.locals(found=int)
    cdef int count(self, int mask) noexcept

    cdef int describe(self, int situation) except -1

    @cython.locals(offsets=int, sent=int, contexts=word_t, worth=int, to_x=int, to_o=int, board=int, offset=int, code=int, index=int, decided=bint)
    cdef int open_frame(self, int situation, int shut) except? -77777

    @cython.locals(described=word_t, lead=int, board=int, owner=int)
    cdef int result(self, int side, int situation, int shut) except -77

    @cython.locals(shapes="short*", places="short*", context="short*", sent="int*", events="unsigned char*", steps="int*", low="int*",
        merits="int*", frame=int, opponent=int, first_step=int, worth=int, boards=int, end=int, best=int, board=int, code=int,
        offset=int, place=int, rest=int, cells=int, cell=int, new=int, matters=int, merit=int, shape=int, item=int)
    cdef int weigh(self, int side, int target, int ply, int enough) except -1

    @cython.locals(before=int, shut=int, situation=int, result=int, worth=int, offsets=int, contexts=word_t, code=int, index=int,
        changed=word_t, other=int, shape=int, sent=int, offset=int)
    cdef int weigh_event(self, int side, int board, int cell, int new, int ply) except? -77777

    @cython.locals(worth=int)
    cpdef int estimate(self, int side, int target, int ply) noexcept

    cdef int after_event(self, int side, int board, int new, int situation) noexcept

    @cython.locals(board=int, code=int, new=int, event=int, frame=int, offset=int, key=word_t, before=int, shut=int,
        situation=int, shuts=int, result=int, sent=int, index=int, place=int)
    cpdef int make(self, int side, int move, int ply) except -77

    @cython.locals(board=int, sent=int)
    cpdef void unmake(self, int move, int ply) noexcept

    @cython.locals(cell=int)
    cpdef int target_after(self, int move) noexcept

    @cython.locals(merits="int*", best=int, best_index=int, other=int)
    cdef int take(self, int index, int end) noexcept
