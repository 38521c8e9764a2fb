package dev.wqflush.parsers.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that looks at what is read in one place, the reading of a block. */
abstract class BlockStream extends FilterInputStream {
    BlockStream(InputStream in) {
        super(in);
    }

    @Override
    public final int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public abstract int read(byte[] target, int offset, int length) throws IOException;
}
