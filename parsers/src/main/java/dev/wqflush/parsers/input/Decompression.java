package dev.wqflush.parsers.input;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** Compressed streams, known by their first bytes whatever the file's name says. */
enum Decompression {
    /** Members may follow each other. */
    GZIP("\u001f\u008b\b") {
        @Override
        InputStream open(InputStream in) throws IOException {
            return new GZIPInputStream(in, BUFFER);
        }
    },
    /** The dictionary a stream asks for is bounded. */
    XZ("\u00fd7zXZ\0") {
        @Override
        InputStream open(InputStream in) throws IOException {
            return new XZInputStream(in, MOST_XZ_KIB);
        }
    },
    /** Frames may follow each other. */
    ZSTD("(\u00b5/\u00fd") {
        @Override
        InputStream open(InputStream in) throws IOException {
            return new ZstdInputStream(in);
        }
    },
    /** Streams may follow each other. */
    BZIP2("BZh") {
        @Override
        InputStream open(InputStream in) throws IOException {
            return new BZip2CompressorInputStream(in, true);
        }
    };

    private static final int BUFFER = 64 << 10;
    private static final int MOST_XZ_KIB = 128 << 10;
    private static final int LONGEST_MAGIC = 6;
    private static final int MOST_LAYERS = 4;

    private final String magic;

    Decompression(String magic) {
        this.magic = magic;
    }

    abstract InputStream open(InputStream in) throws IOException;

    /** Whether a stream that {@link #unwrap} gave had no compression. */
    static boolean isPlain(InputStream unwrapped) {
        return unwrapped instanceof PushbackInputStream;
    }

    /**
     * The stream without its compression; as it is if it has none.
     *
     * @throws IOException if it is compressed more than {@link #MOST_LAYERS} times, and while it is read if it expands
     *     beyond what {@link Expansion} allows
     */
    static InputStream unwrap(InputStream stored) throws IOException {
        Expansion.Source source = new Expansion.Source(stored);
        PushbackInputStream content = new PushbackInputStream(source, LONGEST_MAGIC);
        Decompression kind = of(content);
        if (kind == null) {
            return content;
        }
        for (int layers = 1; kind != null; layers++) {
            if (layers > MOST_LAYERS) {
                throw new IOException("compressed more than " + MOST_LAYERS + " times over");
            }
            content = new PushbackInputStream(kind.open(content), LONGEST_MAGIC);
            kind = of(content);
        }
        return new Expansion(content, source);
    }

    private static @Nullable Decompression of(PushbackInputStream in) throws IOException {
        byte[] first = new byte[LONGEST_MAGIC];
        int read = 0;
        try {
            for (int b = in.read(); b >= 0; b = read < LONGEST_MAGIC ? in.read() : -1) {
                first[read++] = (byte) b;
            }
        } catch (IOException e) {
            // damaged behind these bytes: whoever reads on meets it again
        }
        in.unread(first, 0, read);
        for (Decompression kind : values()) {
            if (Ascii.startsWith(first, 0, read, Ascii.bytes(kind.magic))) {
                return kind;
            }
        }
        return null;
    }
}
