package dev.wqflush.parsers.input;

import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.UnreadableInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * Keeps a stream so that it can be read at any place: in memory up to {@link #MOST_IN_MEMORY}, in a temporary file,
 * which nobody sees and which goes with the program, up to {@link #MOST_KEPT}.
 */
final class Spool {
    /** Small enough for the heap of a small container. */
    static final int MOST_IN_MEMORY = 32 << 20;

    /** A pipe that never ends must not fill the disk. */
    static final long MOST_KEPT = 64L << 30;

    private final ByteWindow window;
    private byte[] memory = new byte[1 << 16];
    private long kept;

    Spool(ByteWindow window) {
        this.window = window;
    }

    /** Reads the window to its end. */
    SeekableBytes keep() {
        while (kept + window.available() <= MOST_IN_MEMORY) {
            keepInMemory();
            if (!window.refill()) {
                return new MemoryBytes(memory, (int) kept);
            }
        }
        try {
            return keepInFile();
        } catch (IOException e) {
            throw new UnreadableInput(
                    window.name() + ": has to be kept in the folder for temporary files while it is read, and that"
                            + " failed (" + e.getMessage() + "); unpack it or save it to a file first.",
                    e);
        }
    }

    private void keepInMemory() {
        int more = window.available();
        if (kept + more > memory.length) {
            memory = Arrays.copyOf(memory, (int) Math.min(MOST_IN_MEMORY, Math.max(kept + more, memory.length * 2L)));
        }
        System.arraycopy(window.bytes(), window.from(), memory, (int) kept, more);
        kept += more;
        window.consumeTo(window.limit());
    }

    private SeekableBytes keepInFile() throws IOException {
        Path file = Files.createTempFile("wqflush-", ".part");
        FileChannel channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try {
            write(channel, memory, 0, (int) kept);
            memory = new byte[0];
            do {
                int more = window.available();
                if (kept + more > MOST_KEPT) {
                    window.problems()
                            .report(
                                    ReadProblem.Kind.BROKEN_OFF,
                                    kept,
                                    () -> "more than 64 GiB from a pipe or out of compression; analysed what came"
                                            + " before. Save it to a file, uncompressed.");
                    break;
                }
                write(channel, window.bytes(), window.from(), more);
                kept += more;
                window.consumeTo(window.limit());
            } while (window.refill());
            return new FileBytes(channel, window.problems(), count -> {}); // the progress was that of the stream
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static void write(FileChannel channel, byte[] bytes, int from, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, from, length);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
