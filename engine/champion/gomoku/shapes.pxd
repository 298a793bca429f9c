# The types of shapes.py for Cython.
cimport cython

cdef int DEAD, CLOSED_ONE, OPEN_ONE, CLOSED_TWO, OPEN_TWO, STRONG_TWO, CLOSED_THREE, OPEN_THREE, STRONG_THREE, FOUR, OPEN_FOUR, FIVE, KNOWN

@cython.final
cdef class Shapes:
    cdef int six_matters
    cdef readonly int reach
    cdef int[32] ones

    @cython.locals(reach=int, x=int, o=int, walls=int, place=int, mark=int, bit=int)
    cpdef int find(self, unsigned long long key) except -1

    @cython.locals(most=int, rows=int, start=int, stones=int, ways=int, completing=int, beside=int)
    cdef int shape(self, int own, int blocked) noexcept

    @cython.locals(completing=int, start=int, beside=int)
    cdef int five_cells(self, int own, int blocked) noexcept

    @cython.locals(ways=int, start=int, ends=int, beside=int)
    cdef int ways_to_open_four(self, int own, int blocked, int stones) noexcept
