package dev.wqflush.parsers.evidence;

import dev.wqflush.parsers.evidence.BusyWorkqueue.Running;
import dev.wqflush.parsers.evidence.BusyWorkqueue.Waiter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds dumps of busy workqueues among lines of a log; the grammar of kernels 4.10 to 7.3. */
final class WorkqueueLines {
    /** A dump of a machine with many thousand pools. */
    private static final int MOST = 100_000;

    private static final int WQ_MEM_RECLAIM = 0x8;

    private static final Pattern SHOWING = Pattern.compile("^Showing busy workqueues.*");
    private static final Pattern WORKQUEUE = Pattern.compile("^workqueue (\\S.*): flags=0x([0-9a-f]{1,8}).*");
    private static final Pattern PWQ =
            Pattern.compile("^pwq \\d+:\\s*(cpus=.*?)\\s+active=(\\d+)(?:/(\\d+))?(?: refcnt=\\d+)?( MAYDAY)?.*");
    private static final Pattern WORKS = Pattern.compile("^(in-flight|pending|inactive|delayed):\\s*(.*)$");
    private static final Pattern WORKER =
            Pattern.compile("(\\d+|bh|bh-hi)(\\(RESCUER\\))?:([A-Za-z_][\\w.]*)(?: \\[[\\w-]+\\])?(?: for (\\d+)s)?");
    private static final Pattern ITEM = Pattern.compile("(?:(\\d+)\\*)?([A-Za-z_][\\w.]*)");
    private static final Pattern BARRIER = Pattern.compile("BAR\\((\\d+)\\)");
    private static final Pattern MODULE = Pattern.compile(" \\[[\\w-]+\\]");

    private final List<BusyWorkqueue> dump = new ArrayList<>();
    private String workqueue = "";
    private boolean memReclaim;
    private @Nullable Matcher pwq;
    private long began;
    private final List<Running> running = new ArrayList<>();
    private final List<String> pending = new ArrayList<>();
    private final List<String> inactive = new ArrayList<>();
    private final List<Waiter> waiters = new ArrayList<>();
    private boolean shown;

    /** Takes a line without its log marks; whether it is of a dump. */
    boolean take(String line, long number) {
        String text = line.strip();
        if (SHOWING.matcher(text).matches()) {
            end();
            dump.clear(); // the last dump is what is left
            shown = true;
            return true;
        }
        Matcher named = WORKQUEUE.matcher(text);
        if (named.matches()) {
            end();
            workqueue = String.valueOf(named.group(1));
            memReclaim = (Long.parseLong(named.group(2), 16) & WQ_MEM_RECLAIM) != 0;
            return true;
        }
        Matcher pool = PWQ.matcher(text);
        if (pool.matches()) {
            end();
            pwq = pool;
            began = number;
            return true;
        }
        Matcher works = WORKS.matcher(text);
        if (works.matches() && pwq != null) {
            works(String.valueOf(works.group(1)), String.valueOf(works.group(2)));
            return true;
        }
        return false;
    }

    /** What the last dump shows, once all lines are taken. */
    List<BusyWorkqueue> dump() {
        end();
        return List.copyOf(dump);
    }

    /** Whether there is a dump, even one that shows nothing. */
    boolean shown() {
        return shown;
    }

    private void works(String label, String list) {
        if (label.equals("in-flight")) {
            Matcher worker = WORKER.matcher(list);
            while (worker.find()) {
                running.add(new Running(
                        worker.group(1).startsWith("bh") ? -1 : number(worker.group(1)),
                        worker.group(2) != null,
                        String.valueOf(worker.group(3)),
                        worker.group(4) == null ? -1 : number(worker.group(4))));
            }
            barriers(
                    list,
                    running.isEmpty() ? "" : running.get(running.size() - 1).function());
            return;
        }
        List<String> items = label.equals("pending") ? pending : inactive;
        String plain = MODULE.matcher(list).replaceAll("");
        barriers(plain, "");
        Matcher item = ITEM.matcher(BARRIER.matcher(plain).replaceAll(""));
        while (item.find()) {
            items.add(String.valueOf(item.group(2)));
        }
    }

    /** A barrier stands behind the item that it waits for. */
    private void barriers(String list, String otherwise) {
        Matcher barrier = BARRIER.matcher(list);
        while (barrier.find()) {
            String function = otherwise;
            Matcher item = ITEM.matcher(BARRIER.matcher(
                            MODULE.matcher(list.substring(0, barrier.start())).replaceAll(""))
                    .replaceAll("")
                    .replaceAll(" for \\d+s", ""));
            while (item.find()) {
                function = String.valueOf(item.group(2));
            }
            waiters.add(new Waiter(number(barrier.group(1)), function));
        }
    }

    private void end() {
        Matcher pool = pwq;
        if (pool != null && dump.size() < MOST) {
            dump.add(new BusyWorkqueue(
                    workqueue,
                    memReclaim,
                    String.valueOf(pool.group(1)),
                    number(pool.group(2)),
                    pool.group(3) == null ? -1 : number(pool.group(3)),
                    pool.group(4) != null,
                    running,
                    pending,
                    inactive,
                    waiters,
                    began));
        }
        pwq = null;
        running.clear();
        pending.clear();
        inactive.clear();
        waiters.clear();
    }

    private static int number(String digits) {
        return digits.length() > 9 ? -1 : Integer.parseInt(digits);
    }
}
