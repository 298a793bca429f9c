# The types of zones.py for Cython.
cimport cython
from linemate.engine.champion.gomoku.board cimport Board, word_t

cdef int DEAD, DOUBTFUL, HALF, ZONE
cdef word_t BIT

cdef class Zones(Board):
    cdef int[16] plain
    cdef int zone_words
    cdef unsigned int[2560] zones

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
    cdef int add_reasons(self, int ply, int cell) except -1
    @cython.locals(word=int)
    cdef void copy_zone(self, int ply, int source) noexcept
    @cython.locals(word=int)
    cdef void join_zone(self, int ply, int source) noexcept
