package dev.wqflush.cli;

import java.util.Locale;

/** Small captures. */
final class Traces {
    private static final String HEADER = """
            # tracer: nop
            #
            # entries-in-buffer/entries-written: 9/9   #P:4
            #
            #           TASK-PID     CPU#  |||||  TIMESTAMP  FUNCTION
            #              | |         |   |||||     |         |
            """;

    private Traces() {}

    /** An idle flush of a per-cpu workqueue that begins at this second of the trace clock. */
    static String idleFlush(int second) {
        return HEADER
                + line(second, 100, "flush_enter: (__flush_workqueue+0x4/0x580) wq=0xff11000000ddd400 name=\"events\"")
                + line(
                        second,
                        110,
                        "walk: (flush_workqueue_prep_pwqs+0x0/0x710) wq=0xff11000000ddd400 name=\"events\""
                                + " flush_color=0 work_color=1")
                + line(second, 180, "walk_ret: (__flush_workqueue+0x2ee/0x580 <- flush_workqueue_prep_pwqs) ret=0")
                + line(second, 190, "flush_exit: (thread+0x31f/0x970 <- __flush_workqueue)");
    }

    /** Two scheduler events. */
    static String withoutFlush() {
        return HEADER
                + line(7, 1, "sched_waking: comm=kthreadd pid=2 prio=120 target_cpu=000")
                + line(7, 2, "sched_wakeup: comm=kthreadd pid=2 prio=120 target_cpu=002");
    }

    private static String line(int second, int micros, String event) {
        return String.format(
                Locale.ROOT, "        wqload/0-277     [003] .....   %3d.%06d: %s%n", second, micros, event);
    }
}
