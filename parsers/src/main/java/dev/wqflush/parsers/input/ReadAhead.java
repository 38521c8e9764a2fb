package dev.wqflush.parsers.input;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Reads a stream on a thread of its own, a few blocks ahead, so that the disk, the decompression and the digest do not
 * wait for the one who parses, nor he for them. What is read is the same as without it, block by block.
 */
final class ReadAhead {
    private static final int BLOCKS = 4;

    private final InputStream in;
    private final BlockingQueue<Block> filled = new ArrayBlockingQueue<>(BLOCKS);
    private final BlockingQueue<Block> empty = new ArrayBlockingQueue<>(BLOCKS);
    private final Thread thread = new Thread(this::readAll, "read ahead");
    private @Nullable Block current;
    private boolean finished;
    private boolean closed;

    /** What one read gave. */
    private static final class Block {
        final byte[] bytes = new byte[ByteWindow.BLOCK];
        int from;
        int to;
        /** Why there is nothing more; null while there may be, or at the ordinary end, when {@link #to} is -1. */
        @Nullable
        Throwable failure;
    }

    /** Goes on with the stream, which is to be left alone until {@link #read} has given its end. */
    ReadAhead(InputStream in) {
        this.in = in;
        for (int i = 0; i < BLOCKS; i++) {
            empty.add(new Block());
        }
        thread.setDaemon(true); // it may wait for a pipe that nobody writes to
        thread.start();
    }

    /**
     * As {@link InputStream#read(byte[], int, int)}.
     *
     * @throws IndexOutOfBoundsException as the stream does over damaged data
     */
    int read(byte[] target, int offset, int length) throws IOException {
        Block block = current == null ? take() : current;
        rethrow(block.failure);
        if (block.to < 0) {
            current = block;
            return -1;
        }
        int read = Math.min(length, block.to - block.from);
        System.arraycopy(block.bytes, block.from, target, offset, read);
        block.from += read;
        if (block.from == block.to) {
            empty.add(block);
            current = null;
        } else {
            current = block;
        }
        return read;
    }

    private Block take() throws IOException {
        try {
            Block block = filled.take();
            if (block.failure != null) {
                current = block; // it stays so
            }
            return block;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    private static void rethrow(@Nullable Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }

    private void readAll() {
        try {
            boolean more = true;
            while (more) {
                Block block = empty.take();
                block.from = 0;
                try {
                    block.to = in.read(block.bytes, 0, block.bytes.length);
                } catch (IOException | RuntimeException | Error e) {
                    block.failure = e;
                }
                more = block.failure == null && block.to >= 0;
                filled.put(block);
            }
        } catch (InterruptedException e) {
            // closed: nobody wants the rest
        } finally {
            finish();
        }
    }

    private synchronized void finish() {
        finished = true;
        if (closed) {
            closeStream();
        }
    }

    /** Ends the reading and closes the stream, at once or when its last read comes back. */
    synchronized void close() {
        closed = true;
        if (finished) {
            closeStream();
        } else {
            thread.interrupt();
        }
    }

    private void closeStream() {
        try {
            in.close();
        } catch (IOException e) {
            // all that was wanted of it is read
        }
    }
}
