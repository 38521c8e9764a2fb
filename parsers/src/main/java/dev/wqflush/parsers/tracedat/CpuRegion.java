package dev.wqflush.parsers.tracedat;

/**
 * Where the records of one CPU in one ring buffer stand.
 *
 * @param offset in the file
 * @param size in the file; at least one byte of it is there
 * @param compressed whether it is chunks rather than sub-buffers
 * @param subBuffer bytes of a sub-buffer, header included
 */
record CpuRegion(int cpu, long offset, long size, boolean compressed, int subBuffer) {}
