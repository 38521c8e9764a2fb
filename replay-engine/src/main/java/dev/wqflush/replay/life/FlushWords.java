package dev.wqflush.replay.life;

import static dev.wqflush.replay.life.ItemWords.event;

import dev.wqflush.replay.explain.Citation.Kind;
import dev.wqflush.replay.explain.Fact;
import dev.wqflush.replay.explain.Sentence;
import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.protocol.WalkKind;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.FlushSplit;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.List;

/** Tells how a flush went through the protocol, and what the parts of its length are. */
final class FlushWords {
    private static final Words WORDS = Words.PLAIN;

    /** More waits for the mutex, or walks, than are told one by one. */
    private static final int TOLD = 6;

    private final Explainer explainer;
    private final FlushResult result;
    private final FlushCall call;
    private final ItemWords items;

    FlushWords(Explainer explainer, FlushResult result, FlushCall call, ItemWords items) {
        this.explainer = explainer;
        this.result = result;
        this.call = call;
        this.items = items;
    }

    List<Fact> facts() {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("entry", entry()));
        facts.add(new Fact("path", path()));
        facts.add(new Fact("mutex", mutex()));
        facts.add(new Fact("walks", walks()));
        facts.add(new Fact("asleep", asleep()));
        facts.add(new Fact("woken", woken()));
        facts.add(new Fact("return", end()));
        if (result.awaited() != null) {
            facts.add(new Fact("awaited", awaited()));
        }
        facts.add(new Fact("split", Sentence.of(split())));
        return facts;
    }

    private Sentence entry() {
        return call.entrySeen
                ? new Sentence.Writer()
                        .say("at ")
                        .cite(event(call.entered.ordinal(), Kind.FLUSH_ENTERED))
                        .done()
                : new Sentence.Writer()
                        .say("not seen; its walk at ")
                        .cite(event(call.entered.ordinal(), Kind.WALK_BEGAN))
                        .say(" shows the call")
                        .done();
    }

    private Sentence path() {
        String word = result.path().word() + ": ";
        ReconstructedWalk own = walksBy().stream()
                .filter(walk -> walk.kind == WalkKind.FIRST || walk.kind == WalkKind.QUEUED)
                .findFirst()
                .orElse(null);
        String ownWalk = own == null ? "" : ", its walk " + explainer.numbers.get(own);
        return Sentence.of(word
                + switch (result.path()) {
                    case IDLE ->
                        "no flush was in progress when it held the mutex" + ownWalk
                                + (own == null ? "" : " armed nothing");
                    case FIRST ->
                        "no flush was in progress when it held the mutex" + ownWalk
                                + (own == null ? "" : " armed something");
                    case QUEUED ->
                        "a flush was in progress when it held the mutex, so it waits in flusher_queue" + ownWalk
                                + (own == null ? "" : " only stamps");
                    case OVERFLOW ->
                        "all " + (Colours.in(explainer.topology().kernel()) - 1)
                                + " colours were taken when it held the mutex, so it waits in flusher_overflow";
                    case UNKNOWN -> "the capture does not decide it";
                }
                + (result.colour() >= 0 ? "; it waits for colour " + result.colour() : ""));
    }

    private List<ReconstructedWalk> walksBy() {
        return explainer.walks.stream().filter(walk -> walk.by == call).toList();
    }

    private Sentence mutex() {
        if (call.mutexWaits.isEmpty()) {
            return Sentence.of("not waited for, as far as is seen (R6)");
        }
        Sentence.Writer words = new Sentence.Writer().say("waited for");
        for (FlushCall.MutexWait wait : call.mutexWaits.subList(0, Math.min(TOLD, call.mutexWaits.size()))) {
            words.say(" from ")
                    .cite(event(wait.from().ordinal(), wait.told() ? Kind.LOCK_AWAITED : Kind.SWITCHED))
                    .say(" to ")
                    .cite(event(wait.to().ordinal(), wait.told() ? Kind.LOCK_TAKEN : Kind.SWITCHED))
                    .say(wait.told() ? " (R6)" : " (the first sleep of two, without lock events: R6)");
        }
        return words.say(more(call.mutexWaits.size())).done();
    }

    private static String more(int count) {
        return count > TOLD ? " and " + (count - TOLD) + " more" : "";
    }

    private Sentence walks() {
        List<ReconstructedWalk> walks = walksBy();
        if (walks.isEmpty()) {
            return Sentence.of("none made by its task");
        }
        Sentence.Writer words = new Sentence.Writer();
        for (ReconstructedWalk walk : walks.subList(0, Math.min(TOLD, walks.size()))) {
            words.say(walk == walks.get(0) ? "walk " : ", ")
                    .say(explainer.numbers.get(walk) + " (" + walk.kind.word() + ")");
            if (walk.sighting != null) {
                words.say(" at ").cite(event(walk.sighting.moment.ordinal(), Kind.WALK_BEGAN));
            }
        }
        return words.say(more(walks.size())).done();
    }

    private Sentence asleep() {
        if (!call.slept.isKnown()) {
            return Sentence.of(
                    call.woken.isKnown()
                            ? "not seen: it was woken before it could sleep (R10)"
                            : "no sleep for its completion is seen");
        }
        return new Sentence.Writer()
                .say("from ")
                .cite(event(call.slept.ordinal(), Kind.SWITCHED))
                .say(", uninterruptibly and not for the mutex")
                .done();
    }

    private Sentence woken() {
        if (!call.woken.isKnown()) {
            return Sentence.of(
                    !call.slept.isKnown()
                            ? "no wakeup is seen, nor was one needed"
                            : call.isOpen() ? "not within the capture" : "not seen");
        }
        Sentence.Writer words = new Sentence.Writer()
                .say("at ")
                .cite(event(call.woken.ordinal(), Kind.WAKING))
                .say(", ");
        switch (call.wokenBy) {
            case RELEASE -> words.say("by the worker whose item was the last it waited for (R8)");
            case CANCEL -> words.say("by a task that cancelled the last item it waited for (R8)");
            case FLUSHER -> words.say("by flush " + flusher() + ", whose cascade found it complete (R8)");
            case NOBODY -> words.say("by nobody that a flush waits for");
        }
        if (call.resumed.isKnown()) {
            words.say("; ran again at ").cite(event(call.resumed.ordinal(), Kind.SWITCHED));
        }
        if (call.mutexGrantedAgain.isKnown()) {
            words.say("; got the mutex again at ").cite(event(call.mutexGrantedAgain.ordinal(), Kind.LOCK_TAKEN));
        }
        return words.done();
    }

    private String flusher() {
        return call.wokenByFlusher == null ? "?" : String.valueOf(call.wokenByFlusher.number);
    }

    private Sentence end() {
        if (call.isOpen()) {
            return Sentence.of("not within the capture; its length goes to the last event");
        }
        Sentence.Writer words = new Sentence.Writer().say("at ");
        return call.endSeen
                ? words.cite(event(call.ended.ordinal(), Kind.FLUSH_RETURNED)).done()
                : words.cite(event(call.ended.ordinal(), Kind.ANY))
                        .say(", not seen itself: its task's last event in the flush (R13)")
                        .done();
    }

    private Sentence awaited() {
        FlushCall first = Settlement.completer(call);
        WorkItem item = first.awaited;
        if (item == null) {
            return Sentence.of("");
        }
        Sentence.Writer words =
                new Sentence.Writer().say(items.name(item) + ": ").say(items.life(item));
        if (first != call) {
            words.say("; it ended the wait of flush " + first.number + ", whose cascade led to this one");
        }
        return words.done();
    }

    private String split() {
        FlushSplit split = result.split();
        List<String> parts = new ArrayList<>();
        add(parts, "mutex", split.mutexNanos(), "");
        add(parts, "walk", split.walkNanos(), " (its walks, as measured)");
        add(
                parts,
                "items",
                split.itemsNanos(),
                call.slept.isBefore(call.woken) ? " (asleep until woken)" : " (from its walk until woken)");
        add(parts, "wakeup", split.wakeupNanos(), " (woken until it ran)");
        add(parts, "other", split.otherNanos(), " (the rest)");
        return WORDS.time(result.nanos()) + (parts.isEmpty() ? "" : " = " + String.join(" + ", parts));
    }

    private static void add(List<String> parts, String name, long nanos, String how) {
        if (nanos != 0) {
            parts.add(name + " " + WORDS.time(nanos) + how);
        }
    }
}
