# The types of descent.py for Cython.
cimport cython

cdef double E, SURE

@cython.locals(squares=double, place=int, number=int, start=int, end=int, worth=double, index=int, feature=int, error=double,
    square=double, push=double)
cpdef double descend(double[::1] weights, double[::1] seen, int[::1] indices, int[::1] starts, double[::1] chances, int[::1] order,
    double rate) except? -1
