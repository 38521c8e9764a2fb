package dev.wqflush.parsers.input;

import dev.wqflush.parsers.diag.ProblemLog;
import dev.wqflush.parsers.diag.ReadProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.LongConsumer;

/** Seekable bytes of an open file; its size is that when it was opened. */
final class FileBytes implements SeekableBytes {
    private final FileChannel channel;
    private final long size;
    private final ProblemLog problems;
    private final LongConsumer progress;
    private long count;

    /** {@code progress} is told how many bytes were read in all. */
    FileBytes(FileChannel channel, ProblemLog problems, LongConsumer progress) throws IOException {
        this.channel = channel;
        this.size = channel.size();
        this.problems = problems;
        this.progress = progress;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public int read(long position, byte[] target, int offset, int length) {
        if (position < 0) {
            return 0;
        }
        ByteBuffer buffer = ByteBuffer.wrap(target, offset, length);
        try {
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, position + buffer.position() - offset) < 0) {
                    break;
                }
            }
        } catch (IOException e) {
            problems.report(
                    ReadProblem.Kind.BROKEN_OFF,
                    position,
                    () -> "the file cannot be read here (" + e.getMessage() + "); analysed what could be read.");
        }
        int read = buffer.position() - offset;
        count += read;
        progress.accept(count);
        return read;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // all that was wanted of it is read
        }
    }
}
