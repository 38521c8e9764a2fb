package dev.wqflush.parsers.evidence;

import dev.wqflush.parsers.evidence.Histogram.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds tables about work items: {@code perf kwork}, {@code wq_monitor.py} and histograms of BPF tools. */
final class WorkTableLines {
    private static final int MOST = 100_000;

    private static final Pattern KWORK = Pattern.compile(
            "^\\s*\\(w\\)(\\S+)\\s*\\|\\s*(\\d+)\\s*\\|\\s*([\\d.]+) ms\\s*\\|\\s*(\\d+)\\s*\\|\\s*([\\d.]+) ms\\s*\\|.*");
    private static final Pattern KWORK_HEADING =
            Pattern.compile("^\\s*Kwork Name\\s*\\|\\s*Cpu\\s*\\|\\s*(Total Runtime|Avg delay).*");
    private static final Pattern TIMEHIST = Pattern.compile(
            "^\\s*\\d+\\.\\d+\\s+\\d+\\.\\d+\\s+\\[(\\d+)\\]\\s+\\(w\\)(\\S+)\\s+([\\d.]+)\\s+([\\d.]+)\\s*$");
    private static final Pattern MONITOR_HEADING =
            Pattern.compile("^\\s*total\\s+infl\\s+CPUtime\\s+(?:CPUitsv|CPUhog)\\s+\\S+\\s+mayday\\s+rescued\\s*$");
    private static final Pattern MONITOR = Pattern.compile(
            "^(\\S.{0,23}?)\\s+(\\d+)\\s+(\\d+)\\s+[\\d.]+\\s+(\\d+|-)\\s+(?:\\d+|-)\\s+(\\d+|-)\\s+(\\d+|-)\\s*$");
    private static final Pattern MONITOR_DICT =
            Pattern.compile("^\\{'timestamp': .*'name': '([^']*)'.*'mayday': .*\\}$");
    private static final Pattern MAP = Pattern.compile("^(@\\w*(?:\\[[^\\]]*\\])?):\\s*$");
    private static final Pattern BUCKET =
            Pattern.compile("^\\s*\\[(\\d+)([KMGTP]?)(?:, (\\d+)([KMGTP]?)\\))?\\]?\\s+(\\d+)(?:\\s+\\|.*)?$");
    private static final Pattern BCC_HEADING = Pattern.compile("^\\s*(nsecs|usecs|msecs)\\s+: count\\s+distribution.*");
    private static final Pattern BCC_BUCKET = Pattern.compile("^\\s*(\\d+) -> (\\d+)\\s*: (\\d+)\\s*\\|.*");

    private final List<ItemRow> items = new ArrayList<>();
    private final List<MonitorRow> monitor = new ArrayList<>();
    private final List<Histogram> histograms = new ArrayList<>();
    private final List<Bucket> buckets = new ArrayList<>();
    private String histogram = "";
    private long histogramBegan;
    private boolean delays;
    private boolean monitoring;

    /** Takes a line without its log marks; whether it is of a table. */
    boolean take(String line, long number) {
        return takeKwork(line, number) || takeMonitor(line, number) || takeHistogram(line, number);
    }

    private boolean takeKwork(String line, long number) {
        Matcher heading = KWORK_HEADING.matcher(line);
        if (heading.matches()) {
            delays = String.valueOf(heading.group(1)).startsWith("Avg");
            return true;
        }
        Matcher row = KWORK.matcher(line);
        if (row.matches() && items.size() < MOST) {
            items.add(new ItemRow(
                    String.valueOf(row.group(1)),
                    number(row.group(2)),
                    delays,
                    number(row.group(4)),
                    delays ? -1 : millis(row.group(3)),
                    millis(row.group(5)),
                    number));
            return true;
        }
        Matcher event = TIMEHIST.matcher(line);
        if (event.matches() && items.size() < MOST) {
            int cpu = number(event.group(1));
            String function = String.valueOf(event.group(2));
            long ran = millis(event.group(3));
            items.add(new ItemRow(function, cpu, false, 1, ran, ran, number));
            items.add(new ItemRow(function, cpu, true, 1, -1, millis(event.group(4)), number));
            return true;
        }
        return false;
    }

    private boolean takeMonitor(String line, long number) {
        if (MONITOR_HEADING.matcher(line).matches()) {
            monitoring = true;
            return true;
        }
        Matcher row = MONITOR.matcher(line);
        if (monitoring && row.matches() && monitor.size() < MOST) {
            monitor.add(new MonitorRow(
                    String.valueOf(row.group(1)),
                    counter(row.group(2)),
                    counter(row.group(3)),
                    counter(row.group(4)),
                    counter(row.group(5)),
                    counter(row.group(6)),
                    number));
            return true;
        }
        Matcher dict = MONITOR_DICT.matcher(line);
        if (dict.matches() && monitor.size() < MOST) {
            monitor.add(new MonitorRow(
                    String.valueOf(dict.group(1)),
                    value(line, "completed"),
                    Math.max(0, value(line, "started") - value(line, "completed")),
                    value(line, "cpu_intensive"),
                    value(line, "mayday"),
                    value(line, "rescued"),
                    number));
            return true;
        }
        return false;
    }

    private boolean takeHistogram(String line, long number) {
        Matcher map = MAP.matcher(line.stripTrailing());
        Matcher bcc = BCC_HEADING.matcher(line);
        if (map.matches() || bcc.matches()) {
            endHistogram();
            histogram = map.matches() ? String.valueOf(map.group(1)) : String.valueOf(bcc.group(1));
            histogramBegan = number;
            return true;
        }
        Matcher bucket = BUCKET.matcher(line);
        if (!histogram.isEmpty() && bucket.matches()) {
            long low = scaled(bucket.group(1), bucket.group(2));
            long high = bucket.group(3) == null ? low + 1 : scaled(bucket.group(3), bucket.group(4));
            buckets.add(new Bucket(low, high, number(bucket.group(5))));
            return true;
        }
        Matcher range = BCC_BUCKET.matcher(line);
        if (!histogram.isEmpty() && range.matches()) {
            buckets.add(new Bucket(number(range.group(1)), number(range.group(2)) + 1L, number(range.group(3))));
            return true;
        }
        return false;
    }

    private void endHistogram() {
        if (!buckets.isEmpty() && histograms.size() < MOST) {
            histograms.add(new Histogram(histogram, buckets, histogramBegan));
        }
        buckets.clear();
    }

    List<ItemRow> items() {
        return List.copyOf(items);
    }

    List<MonitorRow> monitor() {
        return List.copyOf(monitor);
    }

    List<Histogram> histograms() {
        endHistogram();
        return List.copyOf(histograms);
    }

    private static long value(String dict, String key) {
        Matcher found = Pattern.compile("'" + key + "': (\\d{1,18})").matcher(dict);
        return found.find() ? Long.parseLong(found.group(1)) : -1;
    }

    private static long counter(String cell) {
        return cell.equals("-") ? -1 : number(cell);
    }

    private static long scaled(String digits, String suffix) {
        long scale = 1;
        for (int i = "KMGTP".indexOf(suffix); !suffix.isEmpty() && i >= 0; i--) {
            scale *= 1024;
        }
        return number(digits) * scale;
    }

    private static long millis(String number) {
        return Math.round(Double.parseDouble(number) * 1e6);
    }

    private static int number(String digits) {
        return digits.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }
}
