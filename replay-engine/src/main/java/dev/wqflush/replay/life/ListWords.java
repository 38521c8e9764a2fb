package dev.wqflush.replay.life;

import static dev.wqflush.replay.life.ItemWords.event;

import dev.wqflush.replay.explain.Citation.Kind;
import dev.wqflush.replay.explain.ListVisit;
import dev.wqflush.replay.explain.Sentence;
import dev.wqflush.replay.life.ListRecord.Stay;
import dev.wqflush.replay.life.ListRecord.Visit;
import dev.wqflush.replay.life.ViewReplay.View;
import dev.wqflush.replay.topology.PwqLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells which pwqs the active list visits in a walk, and which items are the reason. */
final class ListWords {
    private static final int VIEWS = View.values().length;

    private final WorkqueueReplay replay;
    private final ItemWords items;
    private final Explainer explainer;

    ListWords(WorkqueueReplay replay, ItemWords items, Explainer explainer) {
        this.replay = replay;
        this.items = items;
        this.explainer = explainer;
    }

    /** What the walk visits in any of the three histories. */
    List<ListVisit> visits(ReconstructedWalk walk) {
        ListRecord low = replay.record(walk, View.LOW);
        ListRecord value = replay.record(walk, View.VALUE);
        ListRecord high = replay.record(walk, View.HIGH);
        Map<Integer, Visit> lows = byPwq(low);
        Map<Integer, Visit> values = byPwq(value);
        Map<Integer, Visit> highs = byPwq(high);
        List<Integer> order =
                new ArrayList<>(value.visits().stream().map(Visit::pwq).toList());
        TreeSet<Integer> others = new TreeSet<>(highs.keySet());
        others.addAll(lows.keySet());
        others.removeAll(values.keySet());
        order.addAll(others);
        Map<Integer, String> cpus = cpus(value.layout);
        List<ListVisit> visits = new ArrayList<>();
        for (int pwq : order) {
            visits.add(new ListVisit(
                    cpus.getOrDefault(pwq, "default"),
                    "pool " + value.layout.pool(pwq) + ", list " + value.layout.nodeEntry(pwq),
                    told(lows.get(pwq), low.layout),
                    told(values.get(pwq), value.layout),
                    told(highs.get(pwq), high.layout),
                    why(walk, lows.get(pwq), values.get(pwq), highs.get(pwq))));
        }
        return visits;
    }

    private static Map<Integer, Visit> byPwq(ListRecord record) {
        Map<Integer, Visit> visits = new HashMap<>();
        record.visits().forEach(visit -> visits.put(visit.pwq(), visit));
        return visits;
    }

    private Map<Integer, String> cpus(PwqLayout layout) {
        Map<Integer, String> cpus = new HashMap<>();
        for (int cpu : explainer.topology().possible().toArray()) {
            cpus.putIfAbsent(layout.pwqOf(cpu), "CPU " + cpu);
        }
        return cpus;
    }

    private static ListVisit.@Nullable Visit told(@Nullable Visit visit, PwqLayout layout) {
        return visit == null
                ? null
                : new ListVisit.Visit(
                        visit.order(),
                        layout.pool(visit.pwq()),
                        layout.nodeEntry(visit.pwq()),
                        visit.armed(),
                        visit.kept());
    }

    private Sentence why(ReconstructedWalk walk, @Nullable Visit low, @Nullable Visit value, @Nullable Visit high) {
        List<Visit> all =
                Stream.of(value, high, low).flatMap(Stream::ofNullable).toList();
        Visit visit = all.get(0);
        List<Visit> keeping = all.stream().filter(Visit::kept).toList();
        Sentence.Writer words = new Sentence.Writer()
                .say(all.size() == VIEWS ? listed(visit) : onlyIf(visit, walk))
                .say("; ");
        if (keeping.isEmpty()) {
            return words.say("nothing in flight, so it leaves the list")
                    .say(lastGone(visit, all.size() < VIEWS))
                    .done();
        }
        return words.say(inFlight(keeping.get(0), keeping.size() < all.size())).done();
    }

    /** How it came to be listed. */
    private Sentence listed(Visit visit) {
        Sentence.Writer words = new Sentence.Writer();
        WorkItem item = visit.listedBy();
        if (item == null) {
            words.say("listed before the capture or by events that are missing, perhaps");
        } else if (item.queueSeen) {
            words.say("listed at ").cite(event(item.queued, Kind.QUEUED)).say(" by " + items.name(item));
        } else {
            words.say("listed by " + items.name(item) + ", whose queueing is not seen");
        }
        Stay stay = visit.stayed();
        return stay == null
                ? words.done()
                : words.say(", left there by walk " + number(stay.walk())).done();
    }

    /** What must have happened for it to be visited, where not all histories agree. */
    private Sentence onlyIf(Visit visit, ReconstructedWalk walk) {
        Sentence.Writer words = new Sentence.Writer().say("visited only if ");
        Stay stay = visit.stayed();
        if (stay != null && !stay.inFlight().isEmpty()) {
            WorkItem item = stay.inFlight().get(0);
            return words.say("walk " + number(stay.walk()) + ", ")
                    .say(window(replay.walks().get(stay.walk())))
                    .say(", found " + items.name(item) + " in flight, which ")
                    .say(items.release(item))
                    .done();
        }
        WorkItem item = visit.listedBy();
        if (item == null) {
            return words.say("it was listed before the capture, or by events that are missing")
                    .done();
        }
        words.say("the walk, ").say(window(walk)).say(", came by after " + items.name(item) + " was queued");
        if (!item.queueSeen) {
            return words.say(", which is not seen (R5)").done();
        }
        words.say(" at ").cite(event(item.queued, Kind.QUEUED));
        return item.queuedBy > item.queued
                ? words.say(", in effect by ")
                        .cite(event(item.queuedBy, Kind.ANY))
                        .say(" (R5)")
                        .done()
                : words.say(" (R5)").done();
    }

    private static Sentence window(ReconstructedWalk walk) {
        return new Sentence.Writer()
                .say("from ")
                .cite(event(walk.startedFrom, Kind.ANY))
                .say(" to ")
                .cite(event(walk.endedBy + LifeTracker.MOMENT_STEP - 1, Kind.ANY))
                .say(" at most")
                .done();
    }

    /** Why it stays listed. */
    private Sentence inFlight(Visit visit, boolean perhaps) {
        Sentence.Writer words = new Sentence.Writer()
                .say(perhaps ? "stays only if still in flight: " : visit.armed() ? "armed for " : "stays for ");
        WorkItem item = visit.inFlight().get(0);
        if (item == visit.listedBy()) {
            words.say("that item, which ");
        } else {
            words.say(items.name(item) + ", ").say(items.life(item)).say(", ");
        }
        int more = visit.inFlightCount() - 1;
        return words.say(perhaps ? items.release(item) : items.shortRelease(item))
                .say(more > 0 ? "; " + more + " more in flight" : "")
                .done();
    }

    /** Which item left last, unless it is the one that the visit depends on. */
    private Sentence lastGone(Visit visit, boolean perhaps) {
        WorkItem gone = visit.lastGone();
        Stay stay = visit.stayed();
        if (gone == null || (perhaps && stay != null && stay.inFlight().contains(gone))) {
            return Sentence.of("");
        }
        return new Sentence.Writer()
                .say(": " + (gone == visit.listedBy() ? "that item" : items.name(gone)) + " ")
                .say(items.shortRelease(gone))
                .done();
    }

    private int number(int walk) {
        return explainer.numbers.getOrDefault(replay.walks().get(walk), 0);
    }
}
