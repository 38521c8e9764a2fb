package dev.wqflush.parsers.input;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The bytes of a file as stored: counts them, digests them, tells the progress. */
final class StoredBytes extends BlockStream {
    private final LongConsumer progress;
    private final @Nullable MessageDigest digest;
    private long count;
    private boolean ended;

    StoredBytes(InputStream in, LongConsumer progress, boolean digested) {
        super(in);
        this.progress = progress;
        this.digest = digested ? sha256() : null;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = in.read(target, offset, length);
        if (read < 0) {
            ended = true;
            return read;
        }
        count += read;
        if (digest != null) {
            digest.update(target, offset, read);
        }
        progress.accept(count);
        return read;
    }

    /** Says "more" until the end was seen: GZIPInputStream takes 0 for the end of the last member. */
    @Override
    public int available() throws IOException {
        return ended ? 0 : Math.max(1, in.available());
    }

    @Override
    public long skip(long n) throws IOException {
        throw new IOException("skipped bytes would not be counted");
    }

    LongConsumer progress() {
        return progress;
    }

    boolean isDigested() {
        return digest != null;
    }

    long count() {
        return count;
    }

    /** The digest in hexadecimal, null if not computed. To be called once, at the end. */
    @Nullable
    String digestInHex() {
        return digest == null ? null : HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
