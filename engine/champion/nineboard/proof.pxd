# The types of proof.py for Cython: lists of a fixed length are arrays, numbers machine words.
cimport cython

ctypedef unsigned long long word_t

cdef int CODES, CELL_MASK, GAINS, KEEPS, NEW_SHIFT, ANY, FULL, PLIES, FREE_CHOICE, PATIENCE, SHARED_PLIES, TASK_SHIFT
cdef int DELTA_SHIFT, PLIES_SHIFT, RANK_SHIFT, MOST_PLIES, INFINITE
cdef word_t DRAWN, FAILED, REACHED, WON, LOST, HELD, NOT_WON

@cython.final
cdef class ProofSearch:
    cdef readonly bint full_draws
    cdef object clock
    cdef short[19683] free
    cdef unsigned char[19683] dangers
    cdef int[39366] first
    cdef int[45000] offers
    cdef int[18] step
    cdef int[512] counts, low
    cdef word_t[162] move_keys
    cdef word_t[10] target_keys
    cdef int[9] codes
    cdef int[6804] moves, phis, deltas
    cdef word_t[6804] known
    cdef int[84] ends, tasks
    cdef int[6804] elsewhere
    cdef int attacker
    cdef public bint draws_met
    cdef public int deepest
    cdef public long long nodes, next_check
    cdef long long budget
    cdef word_t[::1] words, busy
    cdef word_t mask, busy_mask

    @cython.locals(board=int)
    cpdef int set_position(self, list codes, int attacker) except -1

    @cython.locals(ply=int)
    cpdef void leave(self) noexcept

    cdef int look_at_clock(self) except -1

    @cython.locals(started="long long", place=word_t, word=word_t, can_draw=word_t, codes="int*", phis="int*", deltas="int*", begin=int,
        end=int, index=int, phi=word_t, second=int, delta=word_t, child=int, its_delta=int, move=int, board=int, cell=int, code=int,
        new=int, danger=int, full=int, sharing=bint, sent=int, its_key=word_t, task=word_t, slot=word_t)
    cpdef word_t search(self, int target, int phi_limit, int delta_limit, int side, int mine, int theirs, int closed, word_t key, int ply) except? 0

    @cython.locals(codes="int*", free="short*", offers="int*", counts="int*", end=int, can_draw=word_t, boards=int, board=int, bit=int,
        others=int, code=int, cells=int, full=int, index=int, item=int, cell=int, their_danger=int, my_danger=int, sent=int, least=int,
        replies=word_t, there=int, safe=int, count=int, move=int, its_place=word_t, word=word_t)
    cdef word_t look_around(self, int target, int side, int mine, int theirs, int closed, word_t key, int ply) noexcept

    @cython.locals(child=int, move=int, board=int, cell=int, cells=int, full=int, place=word_t, word=word_t)
    cdef void read_again(self, int begin, int end, int side, int closed, word_t key) noexcept

    @cython.locals(least=int, child=int)
    cdef int least_elsewhere(self, int begin, int end, int index, int phi_limit) noexcept

    cdef bint stops(self, int side, int code, int cell) noexcept

    @cython.locals(fewest=word_t, most=word_t, drawn=word_t, word=word_t, plies=word_t)
    cdef word_t settle(self, int begin, int end, word_t can_draw, bint mover_attacks) noexcept

    @cython.locals(start=word_t, word=word_t)
    cdef word_t remembered(self, word_t place) noexcept

    @cython.locals(nodes="long long", rank=word_t, start=word_t, held=word_t)
    cdef word_t store(self, word_t word, word_t place, long long started) noexcept
