# The types of shapes.py for Cython.
cimport cython

cdef int DEAD, CLOSED_ONE, OPEN_ONE, CLOSED_TWO, OPEN_TWO, STRONG_TWO, CLOSED_THREE, OPEN_THREE, STRONG_THREE, FOUR, OPEN_FOUR, FIVE, KNOWN
cdef int X_FOUR, X_STRAIGHT_FOUR, X_THREE, X_FORBIDDEN

@cython.final
cdef class Shapes:
    cdef int[2] six_matters
    cdef int ends_matter, renju
    cdef readonly int reach
    cdef int[32] ones

    @cython.locals(reach=int, x=int, o=int, walls=int, place=int, mark=int, bit=int, shape=int)
    cpdef int find(self, unsigned long long key) except -1

    @cython.locals(blocked=int, most=int, rows=int, start=int, stones=int, ways=int, beside=int, ends=int)
    cdef int shape(self, int own, int other, int walls, int six_matters) noexcept

    @cython.locals(blocked=int, completing=int, start=int, beside=int, ends=int)
    cdef int five_cells(self, int own, int other, int walls, int six_matters) noexcept

    @cython.locals(completing=int, place=int, taken=int)
    cdef bint is_open(self, int own, int other, int walls, int six_matters) noexcept

    @cython.locals(ways=int, start=int, ends=int, beside=int, closed=int)
    cdef int ways_to_open_four(self, int own, int other, int walls, int six_matters, int stones) noexcept

    @cython.locals(length=int, place=int)
    cdef int renju_shape(self, int shape, int own) noexcept
