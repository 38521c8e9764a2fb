package dev.wqflush.cli.command;

import dev.wqflush.cli.events.EventFilter;
import dev.wqflush.parsers.diag.BadUsage;
import dev.wqflush.replay.topology.CpuSet;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which events the user wants to see; all conditions must hold. */
final class EventFilterOptions {
    /** The kernel counts tasks up to 4,194,304. */
    private static final String TID = "[0-9]{1,9}";

    @Option(
            names = "--name",
            split = ",",
            paramLabel = "GLOB,...",
            description = {"Events of this name or kind, such as sched_*.", "A kind is such as flush-entered."},
            hideParamSyntax = true)
    private @Nullable List<String> names;

    @Option(
            names = "--wq",
            paramLabel = "GLOB",
            description = {
                "Events of workqueues of this name.",
                "Their items, flushes and walks, as far as events tell."
            })
    private @Nullable String workqueue;

    @Option(names = "--cpu", paramLabel = "LIST", description = "Events recorded by these CPUs, such as 0-3,8.")
    private @Nullable String cpus;

    @Option(
            names = "--task",
            paramLabel = "GLOB|TID",
            description = {
                "Events of tasks of this name or thread id.",
                "And those that wake them or switch to or from them."
            })
    private @Nullable String task;

    @Option(names = "--from", paramLabel = "TIME", description = "Events from this time of the trace clock on.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "TIME", description = "Events up to this time of the trace clock.")
    private @Nullable String to;

    /**
     * What the options ask for.
     *
     * @throws BadUsage if one makes no sense
     */
    EventFilter.Wanted wanted() {
        boolean byTid = task != null && task.matches(TID);
        Selection times = SelectionOptions.between(from, to);
        return new EventFilter.Wanted(
                names == null ? null : anyOf(names),
                workqueue == null ? null : glob(workqueue),
                cpus == null ? null : cpus(cpus),
                task == null || byTid ? null : glob(task),
                task != null && byTid ? Integer.valueOf(task) : null,
                times.fromNanos(),
                times.toNanos());
    }

    private static Predicate<String> anyOf(List<String> globs) {
        return globs.stream().map(EventFilterOptions::glob).reduce(name -> false, Predicate::or);
    }

    private static Predicate<String> glob(String glob) {
        return Selection.glob(glob).asMatchPredicate();
    }

    private static CpuSet cpus(String list) {
        try {
            return CpuSet.parse(list);
        } catch (IllegalArgumentException e) {
            throw new BadUsage("--cpu " + list + ": not a list of CPUs; give one such as 0-3,8.", e);
        }
    }
}
