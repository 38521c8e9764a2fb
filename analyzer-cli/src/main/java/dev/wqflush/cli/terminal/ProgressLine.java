package dev.wqflush.cli.terminal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One line on standard error, rewritten in place, that says how far the reading is; any thread may advance it. */
public final class ProgressLine implements AutoCloseable {
    private static final long FIRST_AFTER_NANOS = 500_000_000L;
    private static final long EVERY_NANOS = 200_000_000L;
    private static final double MEGABYTE = 1e6;

    private final OutputStream err;
    private final boolean on;
    private final String name;
    private final long total;
    private final long begunNanos = System.nanoTime();
    private long shownNanos = begunNanos + FIRST_AFTER_NANOS - EVERY_NANOS;
    private int shownWidth;

    /**
     * A line that is not shown before half a second has passed.
     *
     * @param total bytes to read, -1 if not known
     */
    public ProgressLine(Terminal terminal, When when, String name, long total) {
        this.err = terminal.err();
        this.on = when.on(terminal.errDevice());
        this.name = name;
        this.total = total;
    }

    /** Says that so many bytes are read; cheap enough to be told of every block. */
    public synchronized void advance(long bytes) {
        long now = System.nanoTime();
        if (on && now - shownNanos >= EVERY_NANOS) {
            shownNanos = now;
            show(text(bytes, now - begunNanos));
        }
    }

    /** Takes the line away. */
    @Override
    public synchronized void close() {
        if (shownWidth > 0) {
            show("");
        }
    }

    private String text(long bytes, long elapsedNanos) {
        double rate = bytes / (elapsedNanos / 1e9);
        StringBuilder text =
                new StringBuilder(name).append("  ").append(String.format(Locale.ROOT, "%,.0f", bytes / MEGABYTE));
        if (total > 0) {
            text.append(String.format(Locale.ROOT, " of %,.0f", total / MEGABYTE));
        }
        text.append(String.format(Locale.ROOT, " MB, %,.0f MB/s", rate / MEGABYTE));
        if (total > bytes && rate > 0) {
            text.append(String.format(Locale.ROOT, ", %,.0f s left", (total - bytes) / rate));
        }
        return text.toString();
    }

    private void show(String text) {
        String line = "\r" + Prose.padRight(text, shownWidth) + (text.isEmpty() ? "\r" : "");
        shownWidth = text.length();
        try {
            err.write(line.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            shownWidth = 0; // nobody looks any more; the work goes on
        }
    }
}
