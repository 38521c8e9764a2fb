package dev.wqflush.parsers.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds lock tables among lines: of {@code perf lock contention} (by caller, thread, address, owner, cgroup; aligned or
 * CSV), {@code perf lock report} and {@code /proc/lock_stat}. Columns are found by their headings, for {@code -F}
 * chooses them; a mailer may have wrapped a row before its last column.
 */
public final class LockTableLines {
    /** More rows than anybody prints. */
    private static final int MOST_ROWS = 100_000;

    private static final Pattern COLUMN = Pattern.compile(
            "(contended|acquired|total wait|max wait|avg wait|min wait|type|caller|pid|comm|owner|address|symbol|cgroup|Name|stacktrace)"
                    + "(?: \\(ns\\))?");
    private static final Pattern COUNT = Pattern.compile("\\G\\s*(\\d+)(?=\\s|$)");
    private static final Pattern TIME = Pattern.compile("\\G\\s*(\\d+(?:\\.\\d+)?)(?:\\s?(h|m|s|ms|us|ns))?(?=\\s|$)");
    private static final Pattern NAMED = Pattern.compile("^\\s*(\\S.*?)\\s+(\\d+\\s+\\d.*)$");
    private static final Pattern SYMBOL = Pattern.compile("^(?:[0-9a-f]+\\s+)?(.*?)\\s*(?:\\(([\\w:-]+)\\))?$");
    private static final Pattern STATISTIC =
            Pattern.compile("^\\s*(\\S.*?):\\s+(\\d+)\\s+(\\d+)((?:\\s+\\d+\\.\\d+){3,4})\\s+(\\d+)\\s+(\\d+)"
                    + "((?:\\s+\\d+\\.\\d+){3,4})\\s*$");
    /** A ruler, or a place where the lock above was waited for. */
    private static final Pattern STATISTIC_POINT = Pattern.compile("^\\s*(?:[-.]+|\\S.*\\[<[0-9a-f]+>\\].*)\\s*$");

    /** A frame of {@code -v}. */
    private static final Pattern FRAME = Pattern.compile("^\\s*(?:0x)?[0-9a-f]{8,16}\\s+\\S.*");

    /** How a table is laid out. */
    private enum Layout {
        ALIGNED,
        CSV,
        REPORT,
        STATISTICS
    }

    private final List<LockTable> tables = new ArrayList<>();
    private final List<LockRow> rows = new ArrayList<>();
    private List<String> columns = List.of();
    private String separator = ",";
    private @Nullable Layout layout;
    private String source = "";
    private long began;
    private @Nullable LockRow wrapped;

    /** Takes a line without what others put before it; whether it belongs to a table. */
    public boolean take(String line, long number) {
        Layout heading = heading(line);
        if (heading != null) {
            end();
            layout = heading;
            began = number;
            return true;
        }
        if (layout == null) {
            return false;
        }
        if (line.isBlank()) {
            return true;
        }
        if (wrapped != null && !Character.isDigit(line.strip().charAt(0))) {
            rows.add(withTail(wrapped, line.strip()));
            wrapped = null;
            return true;
        }
        LockRow row = row(line, number);
        if (row != null) {
            if (rows.size() < MOST_ROWS) {
                if (isCutOff(row)) {
                    wrapped = row;
                } else {
                    rows.add(row);
                }
            }
            return true;
        }
        boolean point =
                layout == Layout.STATISTICS && STATISTIC_POINT.matcher(line).matches();
        if (point || FRAME.matcher(line).matches()) {
            return true;
        }
        end();
        return false;
    }

    /** The tables, once all lines are taken. */
    public List<LockTable> tables() {
        end();
        return List.copyOf(tables);
    }

    private void end() {
        if (wrapped != null) {
            rows.add(wrapped);
            wrapped = null;
        }
        if (!rows.isEmpty()) {
            tables.add(new LockTable(source, began, rows));
            rows.clear();
        }
        layout = null;
    }

    private @Nullable Layout heading(String line) {
        if (line.startsWith("# output: ") && line.contains("contended")) {
            String list = line.substring("# output: ".length());
            Matcher first = COLUMN.matcher(list);
            Matcher second = COLUMN.matcher(list);
            separator = ",";
            if (first.lookingAt() && second.find(first.end())) {
                String between = list.substring(first.end(), second.start()).strip();
                separator = between.isEmpty() ? "," : between;
            }
            columns = columns(list);
            source = "perf lock contention";
            return Layout.CSV;
        }
        String text = line.strip();
        if (text.startsWith("class name") && text.contains("con-bounces") && text.contains("waittime-total")) {
            source = "/proc/lock_stat";
            return Layout.STATISTICS;
        }
        if (text.startsWith("Name") && text.contains("acquired") && text.contains("contended")) {
            columns = columns(text.substring("Name".length()));
            source = "perf lock report";
            return Layout.REPORT;
        }
        if (text.startsWith("contended") && (text.contains("total wait") || text.contains("max wait"))) {
            columns = columns(text);
            source = "perf lock contention";
            return Layout.ALIGNED;
        }
        return null;
    }

    private static List<String> columns(String heading) {
        List<String> found = new ArrayList<>();
        Matcher column = COLUMN.matcher(heading);
        while (column.find()) {
            found.add(String.valueOf(column.group(1)));
        }
        return found;
    }

    private @Nullable LockRow row(String line, long number) {
        if (layout == Layout.CSV) {
            return csv(line, number);
        }
        if (layout == Layout.STATISTICS) {
            return statistic(line, number);
        }
        if (layout == Layout.REPORT) {
            Matcher named = NAMED.matcher(line);
            return named.matches()
                    ? cells(String.valueOf(named.group(2)), String.valueOf(named.group(1)), number)
                    : null;
        }
        return cells(line, "", number);
    }

    /** Counts and times by their columns, then what names the row. */
    private @Nullable LockRow cells(String line, String name, long number) {
        long[] values = {-1, -1, -1, -1};
        int at = 0;
        for (String column : columns) {
            boolean count = column.equals("contended") || column.equals("acquired");
            if (!count && !column.endsWith("wait")) {
                break;
            }
            Matcher cell = (count ? COUNT : TIME).matcher(line);
            if (!cell.find(at)) {
                return null;
            }
            at = cell.end();
            put(values, column, count ? Long.parseLong(cell.group(1)) : nanos(cell.group(1), cell.group(2)));
        }
        LockRow row = new LockRow(name, "", "", values[0], values[1], values[2], values[3], number);
        return at == 0 ? null : withTail(row, line.substring(at).strip());
    }

    private static void put(long[] values, String column, long value) {
        switch (column) {
            case "contended" -> values[0] = value;
            case "total wait" -> values[1] = value;
            case "max wait" -> values[2] = value;
            case "avg wait" -> values[3] = value;
            default -> {
                // acquisitions and shortest waits decide nothing
            }
        }
    }

    private LockRow withTail(LockRow row, String tail) {
        if (columns.contains("address")) {
            Matcher symbol = SYMBOL.matcher(tail);
            boolean found = symbol.matches();
            return named(
                    row,
                    found ? String.valueOf(symbol.group(1)) : tail,
                    found && symbol.group(2) != null ? symbol.group(2) : row.type(),
                    "");
        }
        if (columns.contains("caller")) {
            int blank = tail.indexOf(' ');
            if (!row.type().isEmpty()) {
                return named(row, "", row.type(), tail);
            }
            return blank < 0
                    ? named(row, "", tail, "")
                    : named(
                            row,
                            "",
                            tail.substring(0, blank),
                            tail.substring(blank).strip());
        }
        return tail.isEmpty() ? row : named(row, row.lock(), row.type(), tail);
    }

    private static LockRow named(LockRow row, String lock, String type, String place) {
        return new LockRow(
                lock,
                type,
                place,
                row.contended(),
                row.totalWaitNanos(),
                row.maxWaitNanos(),
                row.avgWaitNanos(),
                row.line());
    }

    /** Whether its caller stands on the next line. */
    private boolean isCutOff(LockRow row) {
        return layout == Layout.ALIGNED
                && columns.contains("caller")
                && row.place().isEmpty();
    }

    private @Nullable LockRow csv(String line, long number) {
        String[] cells = line.split(Pattern.quote(separator), columns.size());
        if (cells.length < columns.size() || line.startsWith("#")) {
            return null;
        }
        long[] values = {-1, -1, -1, -1};
        String lock = "";
        String type = "";
        String place = "";
        for (int i = 0; i < cells.length; i++) {
            String cell = cells[i].strip();
            String column = columns.get(i);
            switch (column) {
                case "symbol" -> lock = cell;
                case "type" -> type = cell;
                case "caller", "comm", "owner", "cgroup" -> place = cell;
                case "address", "pid", "stacktrace" -> {
                    // the names beside them say more
                }
                default -> {
                    if (!cell.matches("\\d{1,18}")) {
                        return null;
                    }
                    put(values, column, Long.parseLong(cell));
                }
            }
        }
        return new LockRow(lock, type, place, values[0], values[1], values[2], values[3], number);
    }

    /** Times of lock_stat are microseconds with two decimals; its version 0.3 has no averages. */
    private static @Nullable LockRow statistic(String line, long number) {
        Matcher row = STATISTIC.matcher(line);
        if (!row.matches()) {
            return null;
        }
        String[] waits = String.valueOf(row.group(4)).strip().split("\\s+", -1);
        long average = waits.length > 3 ? nanos(waits[3], "us") : -1;
        return new LockRow(
                String.valueOf(row.group(1)),
                "",
                "",
                Long.parseLong(row.group(3)),
                nanos(waits[2], "us"),
                nanos(waits[1], "us"),
                average,
                number);
    }

    private static long nanos(String number, @Nullable String unit) {
        double scale = switch (unit == null ? "ns" : unit.toLowerCase(Locale.ROOT)) {
            case "h" -> 3600e9;
            case "m" -> 60e9;
            case "s" -> 1e9;
            case "ms" -> 1e6;
            case "us" -> 1e3;
            default -> 1;
        };
        return Math.round(Double.parseDouble(number) * scale);
    }
}
