package dev.wqflush.parsers.tracedat;

/** The sub-buffers of one CPU, some at a time; all of a block but the last of a cut file are whole. */
interface PageBlocks {
    /** Goes to the next block; false if there is none. */
    boolean next();

    /** The array that holds the block. */
    byte[] bytes();

    /** Where the block ends in the array; it begins at 0. */
    int limit();

    /** Where a byte of the block stands in the file, or the compressed chunk that it is from. */
    long position(int index);
}
