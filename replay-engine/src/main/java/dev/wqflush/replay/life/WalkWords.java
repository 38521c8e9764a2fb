package dev.wqflush.replay.life;

import static dev.wqflush.replay.life.ItemWords.event;

import dev.wqflush.replay.explain.Citation.Kind;
import dev.wqflush.replay.explain.Fact;
import dev.wqflush.replay.explain.Sentence;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.WalkResult;
import dev.wqflush.replay.result.WalkSource;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells why a walk is believed to have happened, when, and what it did. */
final class WalkWords {
    /** Flushes, or waits, that are told one by one. */
    private static final int TOLD = 4;

    private final Explainer explainer;
    private final WorkqueueReplay replay;
    private final WalkResult result;
    private final ReconstructedWalk walk;

    WalkWords(Explainer explainer, WorkqueueReplay replay, int number) {
        this.explainer = explainer;
        this.replay = replay;
        this.result = explainer.result.walks().get(number - 1);
        this.walk = explainer.walks.get(number - 1);
    }

    List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("flush", flush()));
        facts.add(new Fact("moment", walk.sighting != null ? seen(walk.sighting) : inferred()));
        facts.add(new Fact("kind", kind()));
        facts.add(new Fact("armed", armed()));
        if (!walk.pauses.isEmpty()) {
            facts.add(new Fact("held up", heldUp()));
        }
        return facts;
    }

    private Sentence flush() {
        FlushCall by = walk.by;
        Sentence.Writer words = new Sentence.Writer().say("flush " + by.number + " of " + task());
        return by.entrySeen
                ? words.say(", entered at ")
                        .cite(event(by.entered.ordinal(), Kind.FLUSH_ENTERED))
                        .done()
                : words.say(", entered before the capture or where events were lost")
                        .done();
    }

    private String task() {
        return Words.PLAIN.name(result.task()) + "-" + result.tid();
    }

    private Sentence seen(WalkSighting sighting) {
        Sentence.Writer words = new Sentence.Writer()
                .say(result.source() == WalkSource.PROBE ? "seen by a probe at " : "seen by the function tracer at ")
                .cite(event(sighting.moment.ordinal(), Kind.WALK_BEGAN));
        if (sighting.returned.isKnown()) {
            words.say(", its return at ").cite(event(sighting.returned.ordinal(), Kind.WALK_ENDED));
        }
        if (sighting.measuredNanos >= 0) {
            words.say(": " + Words.PLAIN.time(sighting.measuredNanos));
        }
        return words.say(" (" + result.source().word() + ")").done();
    }

    private Sentence inferred() {
        Sentence.Writer words = new Sentence.Writer().say("not seen, required by the protocol (protocol); ");
        if (walk.start.ordinal() == walk.by.entered.ordinal()) {
            return words.say("its task did not wait for the mutex, so it walks as it enters, at ")
                    .cite(event(walk.startedFrom, Kind.FLUSH_ENTERED))
                    .say(" (R6)")
                    .say(windowEnd())
                    .done();
        }
        words.say(from());
        if (walk.start.ordinal() != walk.startedFrom && walk.start.ordinal() < walk.endedBy) {
            words.say(" and before its task's next step at ")
                    .cite(event(walk.start.ordinal() + 1, Kind.ANY))
                    .say(", likely next to that");
        }
        return words.say(windowEnd()).done();
    }

    /** Since when the walk can have taken place. */
    private Sentence from() {
        Sentence.Writer words = new Sentence.Writer();
        FlushCall by = walk.by;
        long from = walk.startedFrom;
        boolean cascades = walk.kind == WalkKind.CASCADE || walk.kind == WalkKind.OVERFLOW;
        if (from == by.entered.ordinal()) {
            return words.say("after its task entered at ")
                    .cite(event(from, Kind.FLUSH_ENTERED))
                    .done();
        }
        if (from % LifeTracker.MOMENT_STEP == LifeTracker.MOMENT_STEP - 1) {
            return words.say("next to what its task does after its wakeup at ")
                    .cite(event(from + 1, Kind.ANY))
                    .say(" (R9)")
                    .done();
        }
        words.say("after ").cite(event(from, Kind.ANY));
        if (from % LifeTracker.MOMENT_STEP != 0) {
            return words.say(", where an item was queued that it must have armed (R10)")
                    .done();
        }
        if (from == by.mutexGranted.ordinal()) {
            return words.say(", where its task got the mutex (R6)").done();
        }
        if (from == by.mutexGrantedAgain.ordinal()) {
            return words.say(", where its task, woken as first flusher, got the mutex again (R9)")
                    .done();
        }
        if (from == by.resumed.ordinal()) {
            return words.say(", where its task, woken as first flusher, ran again (R9)")
                    .done();
        }
        if (from == by.afterAcquisition.likely.ordinal() || from == by.afterResumption.likely.ordinal()) {
            return words.say(", where its task's longest stretch on a CPU begins (" + (cascades ? "R9" : "R6") + ")")
                    .done();
        }
        return cascades
                ? words.say(", where its task had woken the flusher before (R9)")
                        .done()
                : words.say(", since flushers complete in the order in which they hold the mutex (R7)")
                        .done();
    }

    private Sentence windowEnd() {
        long end = walk.endedBy;
        if (end <= walk.startedFrom) {
            return Sentence.of("");
        }
        return end % LifeTracker.MOMENT_STEP == 0
                ? new Sentence.Writer()
                        .say("; over by ")
                        .cite(event(end, Kind.ANY))
                        .say(" (R12)")
                        .done()
                : new Sentence.Writer()
                        .say("; over before ")
                        .cite(event(end + 1, Kind.ANY))
                        .say(", where an item was queued that outlasts the flush (R10)")
                        .done();
    }

    private Sentence kind() {
        Sentence.Writer words = new Sentence.Writer().say(result.kind().word() + ": ");
        ReconstructedWalk arming = lastArming();
        switch (walk.kind) {
            case FIRST -> words.say("no flush was in progress");
            case QUEUED -> {
                words.say("a flush was in progress");
                if (arming != null) {
                    words.say(", for which walk " + explainer.numbers.get(arming) + " had armed colour "
                            + arming.flushColour);
                }
            }
            case OVERFLOW -> words.say("by a first flusher that is through, for those who found all colours taken");
            case CASCADE ->
                words.say("by a first flusher that is through, for the next in the queue" + mates(walk.flushColour));
        }
        return words.say("; " + colours()).done();
    }

    private String colours() {
        String how = walk.sighting != null && walk.sighting.coloursShown() ? " (its arguments)" : " (counted)";
        return "flush_color " + walk.flushColour + ", work_color " + walk.workColour + how;
    }

    /** Who waits for the colour that this walk arms. */
    private String mates(int colour) {
        List<String> mates = new ArrayList<>();
        for (FlushCall call : explainer.calls) {
            boolean open = call.entered.isBefore(walk.start) && walk.start.isBefore(call.ended);
            if (open && call != walk.by && call.colour == colour && sameWorkqueue(call)) {
                mates.add(String.valueOf(call.number));
            }
        }
        if (mates.isEmpty()) {
            return "";
        }
        String more = mates.size() > TOLD ? " and " + (mates.size() - TOLD) + " more" : "";
        return ", flush " + Words.PLAIN.list(mates.subList(0, Math.min(TOLD, mates.size()))) + more;
    }

    private boolean sameWorkqueue(FlushCall call) {
        return explainer.result.flushes().get(call.number - 1).workqueue() == result.workqueue();
    }

    private @Nullable ReconstructedWalk lastArming() {
        ReconstructedWalk last = null;
        for (ReconstructedWalk other : replay.walks()) {
            if (other == walk) {
                return last;
            }
            if (other.arms() && other.armed) {
                last = other;
            }
        }
        return last;
    }

    private Sentence armed() {
        if (!walk.arms()) {
            return Sentence.of("nothing: it only stamps");
        }
        String what = walk.armed ? "something" : "nothing";
        WalkSighting sighting = walk.sighting;
        if (sighting != null && sighting.armed >= 0) {
            return new Sentence.Writer()
                    .say(what + ", by the value that the walk returned at ")
                    .cite(event(sighting.returned.ordinal(), Kind.WALK_ENDED))
                    .say(contradiction())
                    .done();
        }
        return Sentence.of(
                result.source() == WalkSource.INFERRED
                        ? what + ", by the items in flight alone (inferred)"
                        : what + ", by what became of the flusher that it armed for (R10)" + contradiction());
    }

    /** Where the evidence says otherwise than the items: the counts of armed pwqs rest on these. */
    private String contradiction() {
        boolean byItems = result.counts().stream().anyMatch(counts -> counts.armed() > 0);
        return byItems == walk.armed ? "" : ", although the items, where they are taken to be, say otherwise";
    }

    private Sentence heldUp() {
        Sentence.Writer words = new Sentence.Writer().say("its task spun on a pool lock of this workqueue until ");
        int told = Math.min(TOLD, walk.pauses.size());
        for (int i = 0; i < told; i++) {
            words.say(i == 0 ? "" : ", ").cite(event(walk.pauses.get(i).until(), Kind.LOCK_TAKEN));
        }
        int more = walk.pauses.size() - told;
        return words.say(more > 0 ? " and " + more + " more times" : "")
                .say("; pwqs behind that lock count as visited then (R5)")
                .done();
    }
}
