package dev.wqflush.parsers.input;

import dev.wqflush.parsers.diag.ProblemLog;
import dev.wqflush.parsers.diag.ReadProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Seekable bytes of an open file; its size is that when it was opened. */
final class FileBytes implements SeekableBytes {
    private final FileChannel channel;
    private final long size;
    private final ProblemLog problems;

    FileBytes(FileChannel channel, ProblemLog problems) throws IOException {
        this.channel = channel;
        this.size = channel.size();
        this.problems = problems;
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
        return buffer.position() - offset;
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
