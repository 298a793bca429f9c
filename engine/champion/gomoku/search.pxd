# The types of search.py for Cython: lists of a fixed length are arrays, numbers machine words.
cimport cython

ctypedef unsigned long long word_t

cdef int DEAD, CLOSED_ONE, CLOSED_TWO, CLOSED_THREE, FOUR, FIVE, X_STRAIGHT_FOUR, X_THREE
cdef int ALLOWED, FORBIDDEN, DOUBTFUL
cdef int THREE_SHIFT, FOUR_SHIFT, COUNT_MASK, STEP_BITS
cdef word_t WORTH_MASK, ONE_FIVE, TWO_FOURS, FOURS, THREES, FREE
cdef int WIN, PROVEN, UNPROVEN_LOSS, NO_MOVE, BY_FOURS, BY_THREES, BY_ALL, TRIED
cdef int SHARED_DEPTH, MOST_WAITING
cdef word_t TASK, WORD
cdef int PLIES, LAST_PLY, CELLS, STEPS, WALL, ATTEMPTS, LEAF_NODES, THREATS_DEPTH, THREATS_NODES, MOST_NODES
cdef int REDUCED_DEPTH, REDUCED, LEAST_WIDTH, MORE_WIDTH, WIDTH, FUTILE_DEPTH, FUTILE_MARGIN, DEEPEST_LEAF, KILLER, REMEMBERED, MOST_HISTORY, FEW_CELLS
cdef int BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT, EXACT, AT_LEAST, AT_MOST, SCORE_BIAS
cdef int ZONE, WINS, WIN_SIZE, FAILURES, BOTH, HALF

@cython.final
cdef class Search:
    cdef object tables, clock
    cdef readonly bint harmful, renju, caro
    cdef public bint endgame, full_width
    cdef readonly int cell_count, reach, free, ply, winner
    cdef int zone_words
    cdef word_t low_mask, high_mask, wide_mask, turn_key, mask
    cdef int[4] strides
    cdef short[1936] line_of, shift_of, before, behind
    cdef unsigned int[::1] shapes
    cdef word_t[968] move_keys
    cdef word_t[65536] words_of
    cdef unsigned char[65536] most, verdicts
    cdef int[16] plain
    cdef int[65536] own_rank, other_rank
    cdef short[65536] tempo_of
    cdef word_t[49152] steps
    cdef word_t[132] lines
    cdef word_t[484] packs
    cdef word_t[320] sums
    cdef word_t[160] keys
    cdef int[160] tempos, tops, played, sides, ends, killers, line_lengths
    cdef short[6560] log_cells
    cdef word_t[6560] log_packs
    cdef int[77440] merits
    cdef int[968] history
    cdef short[25600] line
    cdef int[4096] reductions
    cdef int[81] threats
    cdef int[8] attempt_plies, attempt_kinds
    cdef unsigned int[2560] zones
    cdef word_t[73728] wins
    cdef word_t[65536] failures
    cdef public long long left, nodes, next_check
    cdef public int deepest
    cdef int[2560] waiting
    cdef word_t[::1] words, busy
    cdef word_t busy_mask

    @cython.locals(empty=list, key=word_t, x=word_t, o=word_t, tempo=int, pack=word_t, cell=int, index=int, number=int, ply=int, shift=int, stone=word_t)
    cpdef int set_position(self, list cells) except -1

    @cython.locals(pack=word_t, direction=int, index=int, around=word_t, shape=word_t)
    cdef word_t pack_at(self, int cell) except? 0

    cdef word_t word_of(self, int pack) except? 0
    cdef int describe(self, int pack) except -1
    cdef word_t find_shape(self, word_t key) except? 0

    @cython.locals(key=word_t, shape=word_t)
    cdef word_t shape_of(self, word_t around) except? 0

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

    @cython.locals(pack=int, threes=int, direction=int)
    cpdef bint is_forbidden(self, int cell) except -1

    @cython.locals(index=int, line=word_t, ahead=int, step=int, place=int, pack=int)
    cdef bint may_extend(self, int cell, int direction) except -1

    @cython.locals(begin=int, end=int, cell=int, verdict=int)
    cdef int strike_forbidden(self, bint widening) except -1

    cdef int add_reasons(self, int ply, int cell) except -1

    @cython.locals(packs="word_t*", words_of="word_t*", half=int)
    cdef int find(self, int side, word_t flags, int cell) noexcept

    @cython.locals(last=int, half=int, direction=int, index=int, stride=int, cell=int, end=int)
    cdef int find_five(self, int side) noexcept

    @cython.locals(packs="word_t*", most="unsigned char*", own_rank="int*", other_rank="int*", history="int*", mine=int, theirs=int, offset=int,
        ply=int, end=int, cell=int, pack=word_t, own=int, other=int, merit=int)
    cpdef int weigh(self, int side, int least) except -1

    @cython.locals(packs="word_t*", words_of="word_t*", mine=int, theirs=int, left=int, end=int, cell=int, own=int, other=int)
    cdef int weigh_fours(self, int side) except -1

    @cython.locals(packs="word_t*", words_of="word_t*", half=int, sums=word_t, left=int, flags=word_t, end=int, cell=int, own=int, other=int)
    cdef int weigh_threats(self, int side, bint threes) except -1

    @cython.locals(other=int, cell=int, end=int, pack=int, direction=int, index=int, line=word_t, before=int, behind=int, first=int, last=int, place=int)
    cdef int weigh_blocks(self, int side) except -1

    @cython.locals(mine=int, theirs=int, end=int, cell=int, pack=word_t, own=int, other=int)
    cdef int weigh_zone(self, int side, int zone) except -1

    @cython.locals(merits="int*", best=int, best_index=int, other=int)
    cdef int take(self, int index, int end) noexcept

    @cython.locals(index=int)
    cdef void prefer(self, int move, int bonus) noexcept

    @cython.locals(cell=int)
    cdef bint is_dead(self) noexcept

    @cython.locals(start=int, following=int, length=int, index=int)
    cdef void extend_line(self, int move, int ply) noexcept

    cpdef int enter(self) except -1

    cdef int few(self, word_t count) noexcept

    @cython.locals(mine=word_t, theirs=word_t, number=int)
    cpdef int threats_at(self, int side) noexcept

    @cython.locals(ply=int, lead=int)
    cpdef int estimate(self, int side) except? -77777

    @cython.locals(ply=int, other=int, mine=word_t, theirs=word_t, move=int, score=int, urgent=bint, narrow=bint, place=word_t, start=word_t,
        remembered=int, word=word_t, bound=int, known=int, known_depth=int, usable=bint, best=int, best_move=int, complete=bint, nearest=int, threatened=int, length=int, nodes=int, attempts=int,
        begin=int, end=int, width=int, reducible=bint, number=int, rest=int, sharing=bint, taken=int, waiting=int, item=int, task=word_t, slot=word_t)
    cpdef int search(self, int side, int depth, int alpha, int beta) except? -77777

    @cython.locals(ply=int, best=int, index=int, move=int, score=int)
    cdef int search_blocks(self, int side, int depth, int alpha, int beta) except? -77777

    cdef void reward(self, int index, int bonus) noexcept

    @cython.locals(word=word_t, start=word_t, held=word_t)
    cdef void store(self, word_t place, int depth, int score, word_t bound, word_t move, int ply) noexcept

    @cython.locals(ply=int, mine=word_t, key=word_t, tried=int, length=int, number=int)
    cpdef int forced_win(self, int attacker, int nodes, int attempts) except -1

    @cython.locals(ply=int, length=int, start=int)
    cpdef int attempt(self, int attacker, int plies, int kind) except -2

    cdef int spend(self) except -1

    @cython.locals(ply=int, defender=int, mine=word_t, theirs=word_t, forced=int, key=word_t, start=int, failed=int, failed_key=word_t, begin=int,
        end=int, move=int, length=int)
    cpdef int won(self, int attacker, int plies, int kind) except -1

    @cython.locals(half=int, least=int, least_other=int, end=int, cell=int, own=int, other=int)
    cdef int weigh_attacks(self, int attacker, int plies) except -1

    @cython.locals(ply=int, defender=int, mine=word_t, theirs=word_t, begin=int, length=int, move=int)
    cpdef int lost(self, int attacker, int plies, int kind) except -1

    @cython.locals(ply=int, defender=int, begin=int, end=int, move=int, length=int)
    cdef int against(self, int attacker, int plies, int kind, int longest) except -1

    cpdef bint has(self, int side, int cell, word_t flags) except -1
    @cython.locals(word=int)
    cdef void clear_zone(self, int ply) noexcept
    @cython.locals(word=int)
    cdef void fill_zone(self, int ply) noexcept
    cdef void add_cell(self, int ply, int cell) noexcept
    @cython.locals(cell=int)
    cdef void add_flagged(self, int ply, int side, word_t flags) noexcept
    @cython.locals(cell=int)
    cdef void add_shaped(self, int ply, int side, int least) noexcept
    @cython.locals(pack=int, direction=int, index=int, stride=int, place=int, end=int)
    cdef void add_lines(self, int ply, int cell, int side, int least) noexcept
    @cython.locals(word=int)
    cdef void copy_zone(self, int ply, int source) noexcept
    @cython.locals(word=int)
    cdef void join_zone(self, int ply, int source) noexcept
    @cython.locals(word=int)
    cdef void remember_zone(self, int ply, int start) noexcept
    @cython.locals(word=int)
    cdef void recall_zone(self, int ply, int start) noexcept

cdef int counted_from_root(int score, int ply) noexcept
