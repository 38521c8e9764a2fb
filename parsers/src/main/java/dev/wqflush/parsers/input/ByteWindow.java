package dev.wqflush.parsers.input;

import dev.wqflush.parsers.diag.ProblemLog;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.UnreadableInput;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
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
    private final long size;
    private final StoredBytes stored;
    private final InputStream in;
    private final @Nullable Path file;
    private final @Nullable ByteWindow outer;
    private final ProblemLog problems;
    private final byte[] bytes = new byte[2 * BLOCK];
    private int from;
    private int limit;
    private boolean headRead;
    private @Nullable ReadAhead ahead;
    private boolean ended;
    private @Nullable SeekableBytes seekable;
    /** What the source gave, once it was kept, and how far it was read again. */
    private @Nullable SeekableBytes kept;

    private long readAgain;
    private @Nullable String digest;

    /**
     * The window of a source.
     *
     * @param size of the file as stored, -1 if not known
     * @param file where it is stored, null if nowhere
     */
    ByteWindow(String name, long size, StoredBytes stored, @Nullable Path file) {
        this.name = name;
        this.size = size;
        this.stored = stored;
        this.file = file;
        this.problems = new ProblemLog();
        this.outer = null;
        try {
            this.in = Decompression.unwrap(stored);
            readAtLeast(HEAD);
            headRead = true;
        } catch (IOException e) {
            close(stored);
            throw new UnreadableInput(name + ": " + whyUnreadable(e), e);
        }
    }

    private ByteWindow(ByteWindow outer, InputStream content) {
        this.name = outer.name;
        this.size = outer.size;
        this.outer = outer;
        this.stored = outer.stored;
        this.file = null; // the content is not as the file has it
        this.problems = outer.problems;
        this.in = content;
        readAtLeast(HEAD);
    }

    /**
     * A window on what this one holds in another form; name, size and problems are of the same file.
     *
     * @param content takes its bytes from this window and closes it
     */
    public ByteWindow within(InputStream content) {
        return new ByteWindow(this, content);
    }

    private static String whyUnreadable(IOException e) {
        return e instanceof EOFException
                ? "compressed data that ends within its header; the transfer may have failed. Ask for the file again."
                : "cannot be read (" + e.getMessage() + "); check the disk, or copy the file.";
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
        limit -= from;
        from = 0;
        int read = read(Math.min(BLOCK, bytes.length - limit));
        if (read < 0) {
            ended = true;
            return false;
        }
        limit += read;
        return true;
    }

    private int read(int most) {
        if (kept != null) {
            int again = kept.read(readAgain, bytes, limit, most);
            readAgain += again;
            return again == 0 ? -1 : again;
        }
        try {
            return headRead ? ahead().read(bytes, limit, most) : in.read(bytes, limit, most);
        } catch (EOFException e) {
            return brokenOff("the compressed data ends before its end");
        } catch (IOException | IndexOutOfBoundsException e) { // the latter from bzip2 over damaged data
            return brokenOff("the data is damaged or cannot be read (" + e.getMessage() + ")");
        }
    }

    /** Behind the head, which tells the format; some formats go on by {@link #seekable} and need no thread. */
    private ReadAhead ahead() {
        if (ahead == null) {
            ahead = new ReadAhead(in);
        }
        return ahead;
    }

    /** How many bytes are at hand. */
    public int available() {
        return limit - from;
    }

    /**
     * The whole content, decompressed, for formats that need it out of order; to be asked for before anything is
     * consumed. A plain file is read where it lies; anything else is read to its end first and kept, in memory up to 32
     * MiB and in a temporary file up to 64 GiB. The window itself still begins with the first byte.
     *
     * @throws UnreadableInput if it cannot be kept
     */
    public SeekableBytes seekable() {
        if (seekable == null) {
            if (file != null && Decompression.isPlain(in)) {
                seekable = open(file);
            } else {
                seekable = new Spool(this).keep();
                kept = seekable;
                from = 0;
                limit = 0;
                ended = false;
                readAtLeast(HEAD);
            }
        }
        return seekable;
    }

    private SeekableBytes open(Path path) {
        try {
            return new FileBytes(FileChannel.open(path, StandardOpenOption.READ), problems, stored.progress());
        } catch (IOException e) {
            throw new UnreadableInput(name + ": " + whyUnreadable(e), e);
        }
    }

    /** The name by which the user knows the source. */
    public String name() {
        return name;
    }

    /** What went wrong with the bytes; the reader adds its own. */
    public ProblemLog problems() {
        return problems;
    }

    /** Size of the file as stored; of a source that does not tell, the bytes consumed so far. */
    public long storedBytes() {
        return Math.max(size, stored.count());
    }

    /**
     * SHA-256 of the file as stored, in hexadecimal; null if not asked for. Reads to the end of the file if it is asked
     * for, or if nothing but bytes behind the compressed data is left to count.
     */
    public @Nullable String digest() {
        if (outer != null) {
            return outer.digest();
        }
        if (digest == null && (stored.isDigested() || ended)) {
            while (ahead != null && kept == null && !ended) {
                from = limit;
                refill();
            }
            try {
                byte[] rest = new byte[8192];
                while (stored.read(rest, 0, rest.length) >= 0) {
                    // bytes behind the compressed data count as the file's
                }
            } catch (IOException e) {
                return null; // of a part of the file it would mislead
            }
            digest = stored.digestInHex();
        }
        return digest;
    }

    @Override
    public void close() {
        if (seekable != null) {
            seekable.close();
        }
        if (ahead == null) {
            close(in);
        } else {
            ahead.close();
        }
    }

    private static void close(InputStream stream) {
        try {
            stream.close();
        } catch (IOException e) {
            // all that was wanted of it is read
        }
    }

    private int brokenOff(String what) {
        problems.report(
                ReadProblem.Kind.BROKEN_OFF,
                0,
                () -> String.format(
                        Locale.ROOT,
                        "%s after %,d bytes of the file; analysed what came before.",
                        what,
                        stored.count()));
        return -1;
    }

    private void readAtLeast(int wanted) {
        while (limit - from < wanted && refill()) {
            // a pipe gives little at a time
        }
    }
}
