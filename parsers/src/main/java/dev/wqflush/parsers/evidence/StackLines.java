package dev.wqflush.parsers.evidence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds stacks among lines of a log. A task that is warned of again keeps its longest time and its last stack. */
final class StackLines {
    /** More tasks than a dump of all states has on any machine that prints one. */
    private static final int MOST_STACKS = 100_000;

    private static final int MOST_FRAMES = 256;

    private static final Pattern HUNG = Pattern.compile(
            "^INFO: task\\s+(\\S.*?):(\\d+) (?:is )?blocked(?: in I/O wait)?\\s+for\\s+more than\\s+(\\d+)\\s+seconds.*");

    /** A warning that a mailer tore so that the time is lost. */
    private static final Pattern HUNG_TORN = Pattern.compile("^INFO: task\\s+(\\S.*?):(\\d+)\\s+blocked.*");

    private static final Pattern DUMPED = Pattern.compile("^task:(\\S.*?)\\s+state:(\\w)(?:.*?\\bpid:\\s*(\\d+))?.*");

    /** Up to Linux 5.9: {@code umount D 0 1234 1200 0x00000080}. */
    private static final Pattern DUMPED_OLD =
            Pattern.compile("^(\\S+) +([DRSITZXPK]) +(?:running task +)?\\d+ +(\\d+) +\\d+ +0x[0-9a-f]+.*");

    private static final Pattern RUNNING = Pattern.compile("^CPU: \\d+ (?:UID: \\d+ )?PID: (\\d+) Comm: (\\S+).*");
    private static final Pattern WORKING = Pattern.compile("^Workqueue:\\s+(\\S+)\\s+([A-Za-z_][\\w.]*).*");
    private static final Pattern FRAME = Pattern.compile(
            "^(?:\\[?<?[0-9a-fx]+>?\\]?\\s+)*(\\?\\s*)?([A-Za-z_][\\w.]*)\\+0x([0-9a-f]+)/0x([0-9a-f]+)(?:\\s.*)?$");
    private static final Pattern TRACE = Pattern.compile("^(?:Call [Tt]race:|Stack:).*");
    private static final Pattern VERSION =
            Pattern.compile("(?:Not tainted|Tainted: [A-Z ()]+?) (\\d+\\.\\d+[\\w.+~-]*)");

    private final Map<String, TaskStack> stacks = new LinkedHashMap<>();
    private final List<String> functions = new ArrayList<>();
    private String task = "";
    private int tid = -1;
    private char state = '?';
    private long blockedSeconds = -1;
    private int warnings;
    private String workqueue = "";
    private String workFunction = "";
    private long began;
    private String release = "";

    /** Takes a line without its log marks; whether it is of a stack. */
    boolean take(String line, long number) {
        String text = line.strip();
        Matcher version = VERSION.matcher(text);
        if (release.isEmpty() && version.find()) {
            release = String.valueOf(version.group(1));
        }
        Matcher frame = FRAME.matcher(text);
        if (frame.matches()) {
            frame(frame, number);
            return true;
        }
        Matcher hung = HUNG.matcher(text);
        if (hung.matches()) {
            begin(String.valueOf(hung.group(1)), number(hung.group(2)), '?', number);
            blockedSeconds = Long.parseLong(hung.group(3));
            warnings = 1;
            return true;
        }
        Matcher torn = HUNG_TORN.matcher(text);
        if (torn.matches()) {
            begin(String.valueOf(torn.group(1)), number(torn.group(2)), '?', number);
            blockedSeconds = 0;
            warnings = 1;
            return true;
        }
        Matcher dumped = DUMPED.matcher(text);
        if (dumped.matches()) {
            header(dumped, number);
            return true;
        }
        Matcher old = DUMPED_OLD.matcher(text);
        if (old.matches()) {
            header(old, number);
            return true;
        }
        Matcher running = RUNNING.matcher(text);
        if (running.matches()) {
            begin(String.valueOf(running.group(2)), number(running.group(1)), 'R', number);
            return true;
        }
        Matcher working = WORKING.matcher(text);
        if (working.matches()) {
            workqueue = String.valueOf(working.group(1));
            workFunction = String.valueOf(working.group(2));
            return true;
        }
        if (TRACE.matcher(text).matches() && !functions.isEmpty()) {
            end(); // of a task that is not named
            reset(number);
        }
        return false;
    }

    /** The stacks, in order of first sight, once all lines are taken. */
    List<TaskStack> stacks() {
        end();
        reset(0);
        return List.copyOf(stacks.values());
    }

    /** The kernel that the first taint line tells; empty if none does. */
    String release() {
        return release;
    }

    /** {@code task:...} and {@code NAME STATE ...} follow a warning of the same task, or stand alone. */
    private void header(Matcher header, long number) {
        String name = String.valueOf(header.group(1));
        boolean sameTask = functions.isEmpty() && warnings > 0 && task.startsWith(name);
        if (!sameTask) {
            begin(name, header.group(3) == null ? -1 : number(header.group(3)), '?', number);
        }
        state = header.group(2).charAt(0);
    }

    private void frame(Matcher frame, long number) {
        if (began == 0) {
            began = number;
        }
        boolean doubted = frame.group(1) != null;
        boolean behindTheEnd = frame.group(3).equals(frame.group(4));
        if (!doubted && !behindTheEnd && functions.size() < MOST_FRAMES) {
            String name = String.valueOf(frame.group(2));
            int dot = name.indexOf('.');
            functions.add(dot > 0 ? name.substring(0, dot) : name);
        }
    }

    private void begin(String name, int newTid, char newState, long number) {
        end();
        reset(number);
        task = name;
        tid = newTid;
        state = newState;
    }

    private void reset(long number) {
        functions.clear();
        task = "";
        tid = -1;
        state = '?';
        blockedSeconds = -1;
        warnings = 0;
        workqueue = "";
        workFunction = "";
        began = number;
    }

    private void end() {
        if (functions.isEmpty() && blockedSeconds < 0) {
            return;
        }
        String key = tid < 0 && task.isEmpty() ? "line " + began : task + ":" + tid;
        TaskStack before = stacks.get(key);
        if (before == null && stacks.size() >= MOST_STACKS) {
            return;
        }
        TaskStack now =
                new TaskStack(task, tid, state, blockedSeconds, warnings, workqueue, workFunction, functions, began);
        stacks.put(key, before == null ? now : merged(before, now));
    }

    private static TaskStack merged(TaskStack before, TaskStack now) {
        boolean more = now.functions().isEmpty();
        return new TaskStack(
                before.task(),
                before.tid(),
                now.state() == '?' ? before.state() : now.state(),
                Math.max(before.blockedSeconds(), now.blockedSeconds()),
                before.warnings() + now.warnings(),
                more ? before.workqueue() : now.workqueue(),
                more ? before.workFunction() : now.workFunction(),
                more ? before.functions() : now.functions(),
                before.line());
    }

    private static int number(String digits) {
        return digits.length() > 9 ? -1 : Integer.parseInt(digits);
    }
}
