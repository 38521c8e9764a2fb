package dev.wqflush.parsers.evidence;

import java.util.List;

/**
 * A task's kernel stack as printed by a warning, by sysrq or from /proc.
 *
 * @param task its name, empty if not told
 * @param tid -1 if not told
 * @param state as in {@code ps}: D, R, S, I...; {@code ?} if not told
 * @param blockedSeconds how long a hung-task warning says that it was blocked, at least; -1 without such a warning
 * @param warnings how many hung-task warnings name it
 * @param workqueue of the item that it runs, empty if it runs none
 * @param workFunction of the item that it runs, empty if it runs none
 * @param functions innermost first, without offsets; those that the kernel itself doubts ({@code ?}) and those whose
 *     offset equals their size, which are no return addresses, are left out
 * @param line where it begins
 */
public record TaskStack(
        String task,
        int tid,
        char state,
        long blockedSeconds,
        int warnings,
        String workqueue,
        String workFunction,
        List<String> functions,
        long line) {
    /** Freezes the functions. */
    public TaskStack {
        functions = List.copyOf(functions);
    }

    /** Whether it does not run: a hung-task warning or its state says so. */
    public boolean isBlocked() {
        return blockedSeconds >= 0 || state == 'D';
    }

    /** Whether it executes a work item. */
    public boolean isWorking() {
        return !workFunction.isEmpty();
    }

    /** {@code umount-6305}, or the name alone. */
    public String who() {
        return tid < 0 ? task : task + "-" + tid;
    }
}
