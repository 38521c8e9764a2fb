package dev.wqflush.parsers.evidence;

import dev.wqflush.parsers.input.LineCursor;
import dev.wqflush.parsers.input.LinePrefix;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line as it was printed, without what mail, log daemons and printk put before it.
 *
 * @param text with its indentation
 * @param logged whether a log's mark was taken off: time, host, level
 */
record LogLine(String text, boolean logged, long number) {
    /** Lines of a log are shorter; of longer ones the beginning says what they are. */
    private static final int LONGEST = 4096;

    /** {@code [Sat Apr 2 09:54:32 2022] } of dmesg -T, in any language. */
    private static final Pattern WALL_CLOCK =
            Pattern.compile("^\\[\\p{L}{2,4}\\.? \\p{L}{3,5}\\.? +\\d+ [\\d:]{8} \\d{4}\\] ?");

    /** {@code Oct 17 19:14:04 host kernel: } and {@code 2023/05/04 19:31:26 [host]: } of log daemons. */
    private static final Pattern DAEMON =
            Pattern.compile("^(?:\\w{3} +\\d+ [\\d:]{8} |\\d{4}[-/]\\d\\d[-/]\\d\\d[T ][\\d:.,+-]{8,32} )"
                    + "(?:\\[?[\\w.-]+\\]?:? )?(?:kernel: ?)?");

    private static final Pattern PRINTK = Pattern.compile("^(?:<\\d+>)?\\[ *\\d+\\.\\d+\\](?:\\[ *[TC]\\d+\\])? ?");

    private static final Pattern[] MARKS = {DAEMON, WALL_CLOCK, PRINTK};

    static LogLine of(LineCursor lines) {
        int quoted = LinePrefix.skipQuotes(lines.bytes(), lines.start(), lines.end());
        int end = Math.min(lines.end(), quoted + LONGEST);
        String raw = new String(lines.bytes(), quoted, Math.max(0, end - quoted), StandardCharsets.UTF_8);
        return of(raw.endsWith("\r") ? raw.substring(0, raw.length() - 1) : raw, lines.number());
    }

    static LogLine of(String raw, long number) {
        String text = raw.stripLeading();
        int length = text.length();
        for (Pattern mark : MARKS) {
            Matcher found = mark.matcher(text);
            if (found.find()) {
                text = text.substring(found.end());
            }
        }
        boolean logged = text.length() < length;
        return new LogLine(logged ? text : raw, logged, number);
    }

    /** This line with the rest that a mailer wrapped; null if the other is none. */
    @Nullable
    LogLine joined(LogLine next) {
        boolean rest = logged && !next.logged && !next.text.isBlank() && text.length() + next.text.length() < LONGEST;
        return rest ? new LogLine(text.stripTrailing() + " " + next.text.strip(), true, number) : null;
    }
}
