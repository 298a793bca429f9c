# The types of search.py for Cython: lists of a fixed length are arrays, numbers machine words.
cimport cython

# Cython takes it for as long as it looks; a set of the 76 lines needs the compiler's 128 bits.
cdef extern from *:
    """
    typedef unsigned __int128 lines_t;
    """
    ctypedef unsigned long long lines_t

ctypedef unsigned long long word_t

cdef int WIN, PROVEN, TO_THE_END, NO_MOVE, ONE, TWO, TEMPO, NODES_FOR_FOURS
cdef int BOUND_SHIFT, SCORE_SHIFT, DEPTH_SHIFT, EXACT, AT_LEAST, AT_MOST, SCORE_BIAS
cdef int NOT_WON_SHIFT, PLIES_MASK
cdef int DIGITS, MERITS, PAIRS, OUT_OF_NODES, SHARED_DEPTH, MOST_WAITING
cdef word_t FAILURES, TASK, WORD, SHORTEST_KEY

@cython.final
cdef class Search:
    cdef object clock
    cdef int[67] cell_of
    cdef word_t[83] cells_of
    cdef lines_t[64] through, keep
    cdef word_t[64] near, bits
    cdef int[65] first
    cdef lines_t[304] lines
    cdef word_t[304] others
    cdef lines_t all_lines
    cdef word_t[128] move_keys
    cdef word_t[2] wins_keys
    cdef word_t[4] fours_keys
    cdef int[100] widths
    cdef int[6400] reductions
    cdef word_t[660] merits
    cdef int[1056] waiting
    cdef word_t[2584] pairs
    cdef int[5168] later
    cdef word_t[34] seen
    cdef int[68] win
    cdef word_t[16384] failures
    cdef int attacker
    cdef bint thorough
    cdef long long four_limit
    cdef int[66] by_fours
    cdef int side
    cdef lines_t fresh
    cdef lines_t[2] ones, twos, threes
    cdef word_t free, key, mask, busy_mask
    cdef int worth, cells_left
    cdef public int deepest
    cdef public long long nodes, next_check, most_nodes
    cdef word_t[::1] words, busy

    cdef int look_at_clock(self) except -1

    cpdef int enter(self, int ply) except -1

    @cython.locals(player=int, marks=word_t, bit=word_t)
    cpdef int set_marks(self, word_t xs, word_t os, int side) except -1

    @cython.locals(through=lines_t, keep=lines_t, other=int)
    cdef void mark(self, int player, int cell) noexcept

    @cython.locals(digit=int, free=word_t, mine=int, theirs=int, player=int, worth=int)
    cpdef int set_position(self, word_t xs, word_t os, int side) except -1

    @cython.locals(count=int, line=lines_t)
    cdef int weigh(self, lines_t lines, int index) noexcept

    cpdef int estimate(self) noexcept

    cpdef word_t finishing(self, int player) noexcept

    @cython.locals(merit=int, digit=int)
    cpdef int merit(self, int cell) noexcept

    @cython.locals(side=int, other=int, bit=word_t)
    cpdef int search_move(self, int cell, int depth, int alpha, int beta) except? -77777

    @cython.locals(left=int, found=int, narrow=bint, remembered=int, word=word_t, bound=int, known=int, known_depth=int, best=int,
        best_move=int, candidates=word_t, threat=int, width=int, sharing=bint, number=int, waiting=int, item=int, move=int, late=int,
        task=word_t, slot=word_t, rest=int, score=int)
    cdef int search(self, int side, lines_t fresh, lines_t ones, lines_t twos, lines_t their_ones, lines_t their_twos, word_t must,
        word_t free, word_t key, int worth, int depth, int alpha, int beta, int ply, bint safe, bint other_safe) except? -77777

    @cython.locals(through=lines_t, keep=lines_t, merits="word_t*", bit=word_t, must=word_t, opened=word_t, extended=word_t,
        closed_ones=word_t, closed_twos=word_t, closed=word_t, index=int, line=lines_t, start=int, digit=int, mine=int, theirs=int)
    cdef int play(self, int cell, int side, lines_t fresh, lines_t ones, lines_t twos, lines_t their_ones, lines_t their_twos, word_t fours,
        word_t free, word_t key, int worth, int depth, int alpha, int beta, int ply, bint safe, bint other_safe) except? -77777

    @cython.locals(merits="word_t*", digit=word_t)
    cdef void add(self, int index, word_t cells) noexcept

    @cython.locals(merits="word_t*", digit=word_t)
    cdef void subtract(self, int index, word_t cells) noexcept

    @cython.locals(digit=int, better=word_t)
    cdef int best_cell(self, word_t cells, int index) noexcept

    @cython.locals(cell=int, index=int, line=lines_t)
    cdef int search_last_ply(self, int side, lines_t fresh, lines_t ones, lines_t twos, lines_t their_ones, lines_t their_twos, word_t free,
        int worth, int ply) noexcept

    @cython.locals(word=word_t)
    cdef void store_score(self, word_t key, word_t depth, int score, word_t bound, word_t move, int ply) noexcept

    @cython.locals(start=word_t, held=word_t)
    cdef void store(self, word_t key, word_t word) noexcept

    @cython.locals(start=word_t, word=word_t)
    cpdef word_t remembered(self, word_t key) noexcept

    @cython.locals(found=int)
    cdef int find_win(self, int attacker, int most_nodes, bint thorough, lines_t fresh, lines_t ones, lines_t twos, lines_t their_ones,
        lines_t their_twos, word_t must, word_t free, word_t key) except? -77777

    @cython.locals(count=int, index=int, pair=word_t, cell=int, reply=int)
    cdef int attack(self, int level, lines_t fresh, lines_t ones, lines_t twos, lines_t their_ones, lines_t their_twos, word_t must, word_t free,
        word_t key) except? -77777

    @cython.locals(start=int, line=lines_t, pair=word_t, twice=word_t, index=int)
    cdef int add_pairs(self, int level, int count, word_t seen, lines_t lines, word_t free, word_t must) noexcept

    @cython.locals(start=int, put_off=int, end=int, mine=int, theirs=int, index=int, pair=word_t, bit=word_t, _turn=int, cell=int, reply=int,
        then=word_t, found=int, lines=lines_t, cells=word_t)
    cdef int try_pairs(self, int level, int count, lines_t fresh, lines_t ones, lines_t twos, lines_t their_ones, lines_t their_twos, word_t free,
        word_t key, lines_t using, word_t near) except? -77777

    @cython.locals(through=lines_t, replied=lines_t, keep=lines_t, their_fours=lines_t, new_pairs=lines_t, must=word_t, found=int, start=int,
        index=int, place=int)
    cdef int attack_at(self, int level, int count, int cell, int reply, word_t pair, lines_t fresh, lines_t ones, lines_t twos,
        lines_t their_ones, lines_t their_twos, word_t free, word_t key, lines_t using, word_t near, bint anew) except? -77777

    @cython.locals(cells=word_t, line=lines_t)
    cdef word_t cells_on(self, lines_t lines, word_t free) noexcept

    @cython.locals(useful=word_t, left=word_t, step=int, cell=int, reply=int, keep=lines_t)
    cdef word_t answers(self, int plies, lines_t fresh, lines_t ones, lines_t twos, word_t free) noexcept

    @cython.locals(side=int, other=int, free=word_t, through=lines_t, keep=lines_t, fresh=lines_t, ones=lines_t, twos=lines_t)
    cpdef bint has_win(self, int cell, int plies) except -1

    @cython.locals(side=int, other=int, free=word_t, through=lines_t, keep=lines_t, fresh=lines_t, ones=lines_t, twos=lines_t, cells=word_t)
    cpdef bint has_loss(self, int cell, int plies) except -1

    @cython.locals(defender=int, finishing=word_t)
    cpdef int root_win(self, int attacker, int most_nodes, bint thorough) except? -77777

    @cython.locals(found=int, defender=int, must=word_t, line=list, plies=int, shorter=int, ply=int)
    cpdef int shortest_win(self, int attacker, int most_nodes) except? -77777

    @cython.locals(count=int, place=word_t, mine=int, theirs=int, index=int, pair=word_t, bit=word_t, _turn=int, cell=int, reply=int,
        through=lines_t, replied=lines_t, keep=lines_t, found=int)
    cdef int win_within(self, word_t plies, int level, lines_t fresh, lines_t ones, lines_t twos, lines_t their_ones, lines_t their_twos,
        word_t must, word_t free, word_t key) except? -77777

    cpdef bint has_win_by_fours(self, word_t xs, word_t os, int attacker, int most_nodes) except -1

    cpdef word_t made_pairs(self, int player) noexcept

    @cython.locals(defender=int)
    cpdef word_t root_answers(self, int attacker, int plies) noexcept

    @cython.locals(place=word_t, word=word_t, won=word_t, not_won=word_t, cells=word_t, moves=word_t, found=bint, bit=word_t, cell=int,
        through=lines_t, keep=lines_t)
    cdef word_t wins(self, lines_t fresh, lines_t ones, lines_t twos, lines_t their_ones, lines_t their_twos, word_t must, word_t free, word_t key,
        word_t plies, int ply) except? 77777

    @cython.locals(replies=word_t, bit=word_t, cell=int, through=lines_t, keep=lines_t)
    cdef bint is_lost(self, lines_t fresh, lines_t ones, lines_t twos, lines_t their_ones, lines_t their_twos, word_t must, word_t free, word_t key,
        word_t plies, int ply) except -1
