package dev.wqflush.parsers.tracedat;

import dev.wqflush.parsers.input.SeekableBytes;

/** Sub-buffers as they are. */
final class StoredPages implements PageBlocks {
    private final SeekableBytes file;
    private final long end;
    private final byte[] block;
    private long next;
    private long position;
    private int limit;

    /** Reads about as many bytes at a time, and at least a sub-buffer. */
    StoredPages(SeekableBytes file, CpuRegion region, int blockSize) {
        this.file = file;
        this.next = region.offset();
        this.end = region.offset() + region.size();
        long whole = Math.max(1, blockSize / region.subBuffer()) * (long) region.subBuffer();
        this.block = new byte[(int) Math.min(whole, region.size())];
    }

    @Override
    public boolean next() {
        position = next;
        limit = file.read(next, block, 0, (int) Math.min(block.length, end - next));
        next += limit;
        return limit > 0;
    }

    @Override
    public byte[] bytes() {
        return block;
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public long position(int index) {
        return position + index;
    }
}
