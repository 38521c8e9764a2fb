package dev.wqflush.parsers.input;

import dev.wqflush.parsers.diag.ProblemLog;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.UnreadableInput;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A moving view of the (decompressed) bytes of one source: {@link #bytes} holds what is not consumed yet in
 * {@code [from, limit)}. One array serves the whole file, whatever its size.
 *
 * <p>An input that breaks off (cut gzip, failing disk) ends here, with a {@link ReadProblem.Kind#BROKEN_OFF}.
 */
public final class ByteWindow implements Closeable {
    /** Bytes asked of the source at a time. */
    public static final int BLOCK = 1 << 20;

    /** Bytes that tell the format: a mail's or a page's text may stand before the trace. */
    private static final int HEAD = BLOCK;

    private final String name;
    private final StoredBytes stored;
    private final InputStream in;
    private final ProblemLog problems = new ProblemLog();
    private final byte[] bytes = new byte[2 * BLOCK];
    private int from;
    private int limit;
    private long passed;
    private boolean ended;
    private @Nullable String digest;

    ByteWindow(String name, StoredBytes stored) {
        this.name = name;
        this.stored = stored;
        try {
            this.in = Decompression.unwrap(stored);
            readAtLeast(HEAD);
        } catch (EOFException e) {
            throw new UnreadableInput(
                    name + ": compressed data that ends within its header; the transfer may have failed. Ask for the"
                            + " file again.",
                    e);
        } catch (IOException e) {
            throw new UnreadableInput(
                    name + ": cannot be read (" + e.getMessage() + "); check the disk, or copy the file.", e);
        }
    }

    /** The array; its content moves with {@link #refill}. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the bytes not consumed yet begin. */
    public int from() {
        return from;
    }

    /** Where the bytes read so far end. */
    public int limit() {
        return limit;
    }

    /** Consumes up to an index of {@link #bytes}. */
    public void consumeTo(int index) {
        from = index;
    }

    /** Offset in the decompressed input of the first byte not consumed. */
    public long offset() {
        return passed + from;
    }

    /**
     * Reads another block; what is not consumed moves to the front, where at least a block must be free.
     *
     * @return false at the end of the input
     */
    public boolean refill() {
        if (ended) {
            return false;
        }
        System.arraycopy(bytes, from, bytes, 0, limit - from);
        passed += from;
        limit -= from;
        from = 0;
        int read;
        try {
            read = in.read(bytes, limit, Math.min(BLOCK, bytes.length - limit));
        } catch (EOFException e) {
            read = brokenOff("the compressed data ends before its end");
        } catch (IOException | IndexOutOfBoundsException e) { // the latter from bzip2 over damaged data
            read = brokenOff("the data is damaged or cannot be read (" + e.getMessage() + ")");
        }
        if (read < 0) {
            ended = true;
            return false;
        }
        limit += read;
        return true;
    }

    /** The name by which the user knows the source. */
    public String name() {
        return name;
    }

    /** What went wrong with the bytes; the reader adds its own. */
    public ProblemLog problems() {
        return problems;
    }

    /** Bytes of the file as stored that were consumed so far. */
    public long storedBytes() {
        return stored.count();
    }

    /** SHA-256 of the file as stored, in hexadecimal; null if not asked for. Reads the file to its end. */
    public @Nullable String digest() {
        if (digest == null) {
            try {
                byte[] rest = new byte[8192];
                while (stored.read(rest, 0, rest.length) >= 0) {
                    // bytes behind the compressed data count as the file's
                }
            } catch (IOException e) {
                brokenOff("reading stopped (" + e.getMessage() + ")");
            }
            digest = stored.digestInHex();
        }
        return digest;
    }

    /** Closes the source; that a source read from cannot be closed matters to nobody. */
    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            ended = true;
        }
    }

    private int brokenOff(String what) {
        problems.report(
                ReadProblem.Kind.BROKEN_OFF,
                0,
                () -> what + " after " + stored.count() + " bytes of the file; analysed what came before.");
        return -1;
    }

    private void readAtLeast(int wanted) {
        while (limit - from < wanted && refill()) {
            // a pipe gives little at a time
        }
    }
}
