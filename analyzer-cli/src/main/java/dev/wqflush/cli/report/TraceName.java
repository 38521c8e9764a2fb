package dev.wqflush.cli.report;

import dev.wqflush.cli.terminal.Prose;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Names from a trace as people and other programs read them. The readers keep a name's bytes as Latin-1. */
public final class TraceName {
    private TraceName() {}

    /** The name read as UTF-8 if it is that, and else byte by byte. */
    public static String of(String latin1) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(latin1.getBytes(StandardCharsets.ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException e) {
            return latin1;
        }
    }

    /** The name without characters that could steer a terminal. */
    static String printable(String latin1) {
        return Prose.escaped(of(latin1));
    }

    /** An address as the kernel writes it. */
    static String pointer(long address) {
        return "0x" + Long.toHexString(address);
    }
}
