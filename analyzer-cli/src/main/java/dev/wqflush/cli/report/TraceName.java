package dev.wqflush.cli.report;

import dev.wqflush.replay.verdict.Words;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Names from a trace as people and other programs read them. The readers keep a name's bytes as Latin-1. */
public final class TraceName {
    private TraceName() {}

    /** A name, or a sentence with names, read as UTF-8 if it is that, and else byte by byte. */
    public static String of(String latin1) {
        if (!StandardCharsets.ISO_8859_1.newEncoder().canEncode(latin1)) {
            return latin1; // a sentence of our own
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException e) {
            return latin1;
        }
    }

    /** The name without characters that could steer a terminal, cut at a length that fits a sentence. */
    static String printable(String latin1) {
        return Words.PLAIN.name(of(latin1));
    }

    /** An address as the kernel writes it. */
    public static String pointer(long address) {
        return "0x" + Long.toHexString(address);
    }
}
