package dev.wqflush.cli.report;

import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.ReplayResult;
import dev.wqflush.replay.topology.KernelChange;
import dev.wqflush.replay.topology.KernelRelease;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What to record, and how, so that an analysis of the next capture gets a better grade. */
final class BetterCapture {
    private BetterCapture() {}

    /** Commands for the traced machine, for a shell in {@code /sys/kernel/tracing}; empty if the grade is the best. */
    static List<String> commands(ReplayResult result, Grade grade) {
        EvidenceSeen seen = result.evidence();
        List<String> commands = new ArrayList<>();
        if (grade == Grade.A) {
            return commands;
        }
        if (!seen.timed()) {
            commands.add("echo mono > trace_clock");
        }
        String flush = flushFunction(result.topology().kernel());
        if (seen.flushEntries() == 0) {
            commands.add("echo 'p:flush_enter " + flush + " wq=%di' >> kprobe_events");
        }
        if (seen.flushReturns() == 0) {
            commands.add("echo 'r:flush_exit " + flush + "' >> kprobe_events");
        }
        if (seen.walks() == 0) {
            commands.add("echo 'p:walk flush_workqueue_prep_pwqs wq=%di flush_color=%si:s32 work_color=%dx:s32' >>"
                    + " kprobe_events");
            commands.add("echo 'r:walk_ret flush_workqueue_prep_pwqs ret=$retval:u8' >> kprobe_events");
        }
        if (commands.stream().anyMatch(command -> command.endsWith("kprobe_events"))) {
            commands.add("echo 1 > events/kprobes/enable");
        }
        if (seen.workqueueEvents() == 0) {
            commands.add("echo 1 > events/workqueue/enable");
        }
        if (seen.schedulerEvents() == 0) {
            commands.add("echo 1 > events/sched/sched_switch/enable");
            commands.add("echo 1 > events/sched/sched_waking/enable");
        }
        if (seen.lostEvents() != 0 || seen.lossMarks() > 0) {
            commands.add("echo 65536 > buffer_size_kb");
        }
        if (!result.topology().possibleKnown()) {
            commands.add("tar czf sysfs.tar.gz --ignore-failed-read /sys/devices/system/cpu /sys/devices/system/node"
                    + " /sys/module/workqueue (then: --topology sysfs.tar.gz)");
        }
        return commands;
    }

    private static String flushFunction(@Nullable KernelRelease kernel) {
        return kernel == null || KernelChange.FLUSH_MACRO.isIn(kernel) ? "__flush_workqueue" : "flush_workqueue";
    }
}
