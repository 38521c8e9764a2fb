package dev.wqflush.parsers.input;

/** Seekable bytes that are in memory anyway. */
public final class MemoryBytes implements SeekableBytes {
    private final byte[] content;
    private final int size;

    /** {@code content[0, size)}, which must not change. */
    public MemoryBytes(byte[] content, int size) {
        this.content = content;
        this.size = size;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(long position, byte[] target, int offset, int length) {
        if (position < 0 || position >= size) {
            return 0;
        }
        int read = (int) Math.min(length, size - position);
        System.arraycopy(content, (int) position, target, offset, read);
        return read;
    }

    @Override
    public void close() {
        // the collector does it
    }
}
