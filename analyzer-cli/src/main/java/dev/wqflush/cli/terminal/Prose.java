package dev.wqflush.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Text broken into lines; a number stays with its unit. */
public final class Prose {
    /** Columns of the labels at the left of a report. */
    public static final int LABEL = 12;

    private static final char NO_BREAK = '\u00a0';
    private static final Pattern UNIT = Pattern.compile("(?<=\\d) (?=(?:%|ns|us|ms|s|h)(?:\\W|$))");

    private Prose() {}

    /**
     * Lines of at most {@code width} columns; the first begins with {@code first}, the others with as many spaces as
     * {@code indent} says. A word longer than a line is not broken.
     */
    public static List<String> wrap(String first, int indent, int width, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word :
                UNIT.matcher(text.strip()).replaceAll(String.valueOf(NO_BREAK)).split("[ \n]+", -1)) {
            if (!empty && line.length() + 1 + word.length() > width) {
                lines.add(printed(line));
                line = new StringBuilder(" ".repeat(indent));
                empty = true;
            }
            line.append(empty ? "" : " ").append(word);
            empty = false;
        }
        lines.add(printed(line));
        return lines;
    }

    /** A text under a label of {@link #LABEL} columns. */
    public static List<String> labelled(String label, int width, String text) {
        return wrap(label.length() < LABEL ? padRight(label, LABEL) : label + " ", LABEL, width, text);
    }

    /** Text with spaces after it. */
    public static String padRight(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /** Text with spaces before it. */
    public static String padLeft(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    /** At most {@code width} characters, with a mark where the middle was left out. */
    public static String cutMiddle(String text, int width, boolean unicode) {
        if (text.length() <= width) {
            return text;
        }
        String mark = unicode ? "…" : "..";
        int kept = width - mark.length();
        int head = (kept + 1) / 2;
        return text.substring(0, head) + mark + text.substring(text.length() - (kept - head));
    }

    /** Control and direction characters, which could steer a terminal, as {@code \xNN}. */
    public static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) {
                out.append(String.format("\\x%02X", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    private static String printed(StringBuilder line) {
        return line.toString().replace(NO_BREAK, ' ').stripTrailing();
    }
}
