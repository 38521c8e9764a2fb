package dev.wqflush.parsers.input;

/**
 * What others put before a line of a trace: quote marks of mail, the kernel log's level, time and caller, the log
 * daemon's host. None of them can be a task's name, since the kernel pads names to 16 with at least one blank in front.
 */
public final class LinePrefix {
    private static final byte[] KERNEL = Ascii.bytes(" kernel: ");
    private static final int LONGEST_DAEMON_PREFIX = 120;

    private LinePrefix() {}

    /** Where the line itself begins. */
    public static int skip(byte[] b, int from, int to) {
        return skipPrintk(b, skipDaemon(b, skipQuotes(b, from, to), to), to);
    }

    /** Behind the quote marks of mail. */
    public static int skipQuotes(byte[] b, int from, int to) {
        int p = from;
        while (p < to && b[p] == '>') {
            p++;
            if (p + 1 < to && b[p] == ' ' && b[p + 1] == '>') {
                p++;
            }
        }
        return p;
    }

    /** Behind {@code Nov 30 20:02:11 host kernel: }, of which a month or a year comes first. */
    private static int skipDaemon(byte[] b, int from, int to) {
        if (from == to || !(Ascii.isDigit(b[from]) || (b[from] >= 'A' && b[from] <= 'Z'))) {
            return from;
        }
        int kernel = Ascii.indexOf(b, from, Math.min(to, from + LONGEST_DAEMON_PREFIX), KERNEL);
        return kernel < 0 ? from : kernel + KERNEL.length;
    }

    /** Behind {@code <4>[ 12.345678] [ T41] }, each part optional. */
    private static int skipPrintk(byte[] b, int from, int to) {
        int p = from;
        if (p < to && b[p] == '<') {
            int digits = Ascii.skipDigits(b, p + 1, to);
            if (digits > p + 1 && digits < to && b[digits] == '>') {
                p = digits + 1;
            }
        }
        int time = skipTime(b, p, to);
        if (time < 0) {
            return p;
        }
        int caller = skipCaller(b, time, to);
        return caller < to && b[caller] == ' ' ? caller + 1 : caller;
    }

    private static int skipTime(byte[] b, int from, int to) {
        if (from >= to || b[from] != '[') {
            return -1;
        }
        int seconds = Ascii.skipBlanks(b, from + 1, to);
        int point = Ascii.skipDigits(b, seconds, to);
        int end = Ascii.skipDigits(b, Math.min(point + 1, to), to);
        return point > seconds && point < to && b[point] == '.' && end < to && b[end] == ']' ? end + 1 : -1;
    }

    private static int skipCaller(byte[] b, int from, int to) {
        int open = Ascii.skipBlanks(b, from, to);
        if (open < to && b[open] == '[') {
            int kind = Ascii.skipBlanks(b, open + 1, to);
            int end = Ascii.skipDigits(b, Math.min(kind + 1, to), to);
            if (kind < to && (b[kind] == 'T' || b[kind] == 'C') && end < to && b[end] == ']') {
                return end + 1;
            }
        }
        return from;
    }
}
