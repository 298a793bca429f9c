# The types of board.py for Cython: lists of a fixed length are arrays, numbers machine words.
cimport cython

ctypedef unsigned long long word_t

cdef int FIVE, X_STRAIGHT_FOUR, X_THREE, DOUBTFUL, FORBIDDEN
cdef word_t ONE_FIVE, FREE
cdef int PLIES, STEPS, WALL, BOTH, HALF

cdef class Board:
    cdef object tables, clock
    cdef readonly bint harmful, renju, caro
    cdef readonly int cell_count, reach, free, ply
    cdef word_t low_mask, high_mask, wide_mask
    cdef int[4] strides
    cdef short[1936] line_of, shift_of, before, behind
    cdef unsigned int[::1] shapes
    cdef word_t[968] move_keys
    cdef word_t[65536] words_of
    cdef unsigned char[65536] most, verdicts
    cdef int[65536] own_rank, other_rank
    cdef short[65536] tempo_of
    cdef word_t[49152] steps
    cdef word_t[132] lines
    cdef word_t[484] packs
    cdef word_t[320] sums
    cdef word_t[160] keys
    cdef int[160] tempos, tops, played, sides
    cdef short[6560] log_cells
    cdef word_t[6560] log_packs
    cdef public long long nodes, next_check
    cdef public int deepest

    cpdef int enter(self) except -1

    @cython.locals(empty=list, key=word_t, x=word_t, o=word_t, tempo=int, pack=word_t, cell=int, index=int, number=int, ply=int, shift=int, stone=word_t)
    cdef int set_up(self, list cells) except -1

    @cython.locals(pack=word_t, direction=int, index=int, around=word_t, shape=word_t)
    cdef word_t pack_at(self, int cell) except? 0

    @cython.locals(key=word_t, shape=word_t)
    cdef word_t shape_of(self, word_t around) except? 0

    cdef word_t find_shape(self, word_t key) except? 0

    cdef word_t word_of(self, int pack) except? 0

    cdef int describe(self, int pack) except -1

    @cython.locals(packs="word_t*", words_of="word_t*", tempo_of="short*", tempo=int, lines="word_t*", steps="word_t*", log_cells="short*", log_packs="word_t*",
        reach=int, ply=int, top=int, stone=word_t, pack=word_t, x=word_t, o=word_t, index=int, direction=int, number=int, shift=int,
        line=word_t, around=word_t, key=word_t, step=int, word=word_t, later=word_t, stride=int, place=int, change=word_t,
        fresh=word_t, worth=word_t)
    cpdef int make(self, int side, int cell) except -1

    @cython.locals(before=word_t, after=word_t, count=int, ahead=int, place=int, start=int, change=word_t, both=word_t, half=int,
        number=int, word=word_t)
    cdef int find_step(self, int step, word_t key) except -1

    @cython.locals(top=int, ply=int, bottom=int, cell=int, stone=word_t, shift=int, index=int)
    cpdef int unmake(self) except -1

    cpdef bint has(self, int side, int cell, word_t flags) except -1

    @cython.locals(packs="word_t*", words_of="word_t*", half=int)
    cdef int find(self, int side, word_t flags, int cell) noexcept

    @cython.locals(last=int, half=int, direction=int, index=int, stride=int, cell=int, end=int)
    cdef int find_five(self, int side) noexcept

    @cython.locals(cell=int)
    cdef bint is_dead(self) noexcept

    @cython.locals(pack=int, threes=int, direction=int)
    cdef bint is_forbidden(self, int cell) except -1

    @cython.locals(index=int, line=word_t, ahead=int, step=int, place=int, pack=int)
    cdef bint may_extend(self, int cell, int direction) except -1
