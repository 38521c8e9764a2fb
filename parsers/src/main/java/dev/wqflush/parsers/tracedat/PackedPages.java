package dev.wqflush.parsers.tracedat;

import dev.wqflush.parsers.diag.ProblemLog;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.input.BlockDecompressor;
import dev.wqflush.parsers.input.SeekableBytes;
import java.io.EOFException;

/** Sub-buffers in compressed chunks: a count, then sizes packed and unpacked before each chunk. */
final class PackedPages implements PageBlocks {
    private final Cursor cursor;
    private final BlockDecompressor decompressor;
    private final int cpu;
    private final int largestChunk;
    private final ProblemLog problems;
    private long chunks = -1;
    private byte[] block = new byte[0];
    private long position;
    private int limit;

    /** A chunk that unpacks to more than {@code largestChunk} bytes ends the CPU. */
    PackedPages(
            SeekableBytes file,
            CpuRegion region,
            boolean bigEndian,
            BlockDecompressor decompressor,
            int largestChunk,
            ProblemLog problems) {
        this.cursor = new Cursor(file, region.offset(), region.offset() + region.size(), bigEndian, 2 * Integer.BYTES);
        this.decompressor = decompressor;
        this.cpu = region.cpu();
        this.largestChunk = largestChunk;
        this.problems = problems;
    }

    @Override
    public boolean next() {
        position = cursor.position();
        if (chunks == 0) {
            return false;
        }
        try {
            if (chunks < 0) {
                chunks = cursor.u32();
            }
            return chunks > 0 && unpack();
        } catch (EOFException e) {
            return stop("the chunk of records of CPU " + cpu + " ends before its end");
        }
    }

    private boolean unpack() throws EOFException {
        position = cursor.position();
        long packedSize = cursor.u32();
        long size = cursor.u32();
        if (packedSize > cursor.remaining()) {
            throw new EOFException();
        }
        if (size > largestChunk || packedSize > 2L * largestChunk) {
            return stop("a compressed chunk of CPU " + cpu + " claims " + size + " bytes");
        }
        byte[] packed = cursor.bytes(packedSize);
        if (block.length < size) {
            block = new byte[(int) size];
        }
        limit = decompressor.decompress(packed, 0, packed.length, block, (int) size);
        if (limit < 0) {
            return stop("a compressed chunk of CPU " + cpu + " is damaged");
        }
        chunks--;
        return true;
    }

    private boolean stop(String why) {
        chunks = 0;
        limit = 0;
        problems.report(
                ReadProblem.Kind.DAMAGED_PART,
                position,
                () -> why + "; what this CPU recorded from here on was left out.");
        return false;
    }

    @Override
    public byte[] bytes() {
        return block;
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public long position(int index) {
        return position;
    }
}
