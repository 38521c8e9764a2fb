package dev.wqflush.replay.life;

import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.replay.explain.Citation;
import dev.wqflush.replay.explain.Citation.Kind;
import dev.wqflush.replay.explain.Sentence;
import dev.wqflush.replay.verdict.Words;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Tells what is known of an item, and by which rule its release lies where it does. */
final class ItemWords {
    private final IntFunction<String> names;
    private final List<ReconstructedWalk> walks;
    private final Map<ReconstructedWalk, Integer> numbers;

    /** Whether the worker is a CPU's softirq. */
    private final boolean softirq;

    /**
     * For the items of a workqueue.
     *
     * @param walks its walks
     * @param numbers of walks, over all workqueues
     */
    ItemWords(
            IntFunction<String> names,
            List<ReconstructedWalk> walks,
            Map<ReconstructedWalk, Integer> numbers,
            boolean softirq) {
        this.names = names;
        this.walks = walks;
        this.numbers = numbers;
        this.softirq = softirq;
    }

    /** Function and address as the trace prints them, so that a search for them finds its events. */
    String name(WorkItem item) {
        String function = item.function == NameTable.NONE ? "item" : Words.PLAIN.name(names.apply(item.function));
        return function + " " + String.format(Locale.ROOT, "%016x", item.work);
    }

    /** From its queueing to its end, without its release. */
    Sentence life(WorkItem item) {
        Sentence.Writer words = new Sentence.Writer();
        if (!item.queueSeen && item.queued > 0) {
            words.say("queued unseen, for events are missing");
        } else if (item.queued > 0) {
            words.say("queued at ").cite(event(item.queued, Kind.QUEUED));
        } else {
            words.say("queued before the capture");
        }
        if (item.hasStarted()) {
            words.say(", runs from ").cite(event(item.started, Kind.STARTED));
        }
        if (item.ended != WorkItem.NEVER) {
            words.say(", ends at ").cite(event(item.ended, Kind.ENDED));
        }
        return words.done();
    }

    /** Between which events it leaves its pwq, in short: the first and the last, and the rules. */
    Sentence shortRelease(WorkItem item) {
        if (item.releasedFrom == WorkItem.NEVER || item.vanished || item.releasedBy == WorkItem.NEVER) {
            return release(item);
        }
        Bound first = earliest(item);
        Bound last = latest(item);
        String rules = first.rule.equals(last.rule) ? first.rule : first.rule + ", " + last.rule;
        return new Sentence.Writer()
                .say("leaves between ")
                .say(first.event)
                .say(" and ")
                .say(last.event)
                .say(" (" + rules + ")")
                .done();
    }

    /** Between which events it leaves its pwq, with the reason for each. */
    Sentence release(WorkItem item) {
        if (item.releasedFrom == WorkItem.NEVER) {
            return Sentence.of("is not seen to leave within the capture");
        }
        return new Sentence.Writer()
                .say(item.vanished ? "leaves without running, between " : "leaves between ")
                .say(earliest(item).told())
                .say(" and ")
                .say(latest(item).told())
                .done();
    }

    /** One end of a window. */
    private record Bound(Sentence event, String why, String rule) {
        static Bound of(Citation citation, String why, String rule) {
            return new Bound(new Sentence.Writer().cite(citation).done(), why, rule);
        }

        Sentence told() {
            return new Sentence.Writer()
                    .say(event)
                    .say(" (" + why + ": " + rule + ")")
                    .done();
        }
    }

    private static Bound earliest(WorkItem item) {
        if (item.vanished) {
            return item.activated == WorkItem.NEVER
                    ? Bound.of(event(item.queued, Kind.QUEUED), "its queueing", "R4")
                    : Bound.of(event(item.activated, Kind.ACTIVATED), "its activation", "R4");
        }
        if (item.endLost) {
            return Bound.of(event(item.started, Kind.STARTED), "its start, for its end is missing", "R1");
        }
        if (item.releaseWaited) {
            return Bound.of(event(item.releasedFrom, Kind.LOCK_TAKEN), "its worker gets the pool lock", "R1");
        }
        return item.releasedFrom == item.ended
                ? Bound.of(event(item.ended, Kind.ENDED), "its end", "R1")
                : Bound.of(event(item.releasedFrom, Kind.ENDED), "the barrier behind it ends", "R3");
    }

    private Bound latest(WorkItem item) {
        long by = item.releasedBy;
        if (by == WorkItem.NEVER) {
            return new Bound(Sentence.of("the end of the capture"), "nothing bounds it", "R1");
        }
        ReconstructedWalk proof = walkFrom(by + 1);
        if (proof != null) {
            return new Bound(Sentence.of("walk " + numbers.get(proof)), "which proves it gone", "R4");
        }
        if (by == item.flushProof) {
            return Bound.of(event(by, Kind.ANY), "a flush that began after its queueing is over", "R4");
        }
        if (item.endLost) {
            return Bound.of(event(by, Kind.ANY), "its worker does something else", "R1");
        }
        if (by % LifeTracker.MOMENT_STEP != 0) {
            return item.activated == WorkItem.NEVER
                    ? Bound.of(event(by + 1, Kind.ACTIVATED), "a later item of its pwq is activated", "R4")
                    : Bound.of(event(by + 1, Kind.STARTED), "a later item of its pwq starts", "R4");
        }
        if (item.vanished) {
            return Bound.of(event(by, Kind.QUEUED), "the same work is queued again", "R4");
        }
        return softirq
                ? Bound.of(event(by, Kind.ANY), "the next event of its CPU", "R2")
                : Bound.of(event(by, Kind.ANY), "the next event of its worker", "R1");
    }

    private @Nullable ReconstructedWalk walkFrom(long moment) {
        for (ReconstructedWalk walk : walks) {
            if (walk.start.ordinal() == moment) {
                return walk;
            }
        }
        return null;
    }

    static Citation event(long moment, Kind kind) {
        return new Citation(Moment.event(moment), kind);
    }
}
