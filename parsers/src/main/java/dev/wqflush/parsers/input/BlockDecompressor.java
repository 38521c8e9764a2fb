package dev.wqflush.parsers.input;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Decompresses blocks whose decompressed size a container tells. */
@FunctionalInterface
public interface BlockDecompressor {
    /**
     * Decompresses {@code source[from, from + length)} into {@code target[0, size)}.
     *
     * @return how many bytes came out, at most {@code size}; -1 if the block is damaged
     */
    int decompress(byte[] source, int from, int length, byte[] target, int size);

    /** The one of this name ({@code zstd}, {@code zlib}); null if there is none. */
    static @Nullable BlockDecompressor named(String name) {
        return switch (name) {
            case "zstd" -> BlockDecompressor::zstd;
            case "zlib" -> BlockDecompressor::zlib;
            default -> null;
        };
    }

    private static int zstd(byte[] source, int from, int length, byte[] target, int size) {
        try {
            return (int) Zstd.decompressByteArray(target, 0, size, source, from, length);
        } catch (ZstdException e) {
            return -1;
        }
    }

    private static int zlib(byte[] source, int from, int length, byte[] target, int size) {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(source, from, length);
            return inflater.inflate(target, 0, size);
        } catch (DataFormatException e) {
            return -1;
        } finally {
            inflater.end();
        }
    }
}
