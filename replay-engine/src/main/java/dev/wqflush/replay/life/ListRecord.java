package dev.wqflush.replay.life;

import dev.wqflush.replay.model.ListWatcher;
import dev.wqflush.replay.topology.PwqLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one walk did with each pwq of the active list, and the items that had put it there. */
final class ListRecord implements ListWatcher {
    /** Items kept as the reason for something. */
    static final int REASONS = 2;

    /**
     * A visit.
     *
     * @param listedBy the item that put the pwq on its list, null if it was there when the capture began
     * @param stayed the last walk before this one that left it on the list, null if none did since
     * @param inFlight items in flight at the visit, those of the flush colour first, at most {@link #REASONS}
     * @param inFlightCount how many there were
     * @param lastGone the item that left last before the visit, null if none did
     */
    record Visit(
            int order,
            int pwq,
            boolean armed,
            boolean kept,
            @Nullable WorkItem listedBy,
            @Nullable Stay stayed,
            List<WorkItem> inFlight,
            int inFlightCount,
            @Nullable WorkItem lastGone) {}

    /** A walk, by index, that left a pwq on its list because of these items. */
    record Stay(int walk, List<WorkItem> inFlight) {}

    final PwqLayout layout;
    private final int wanted;
    private final List<Visit> visits = new ArrayList<>();
    private final Map<Integer, WorkItem> listedBy = new HashMap<>();
    private final Map<Integer, Stay> stays = new HashMap<>();
    private final Map<Integer, WorkItem> lastGone = new HashMap<>();
    private final Map<Integer, Map<WorkItem, Integer>> inFlight = new HashMap<>();
    private @Nullable WorkItem queueing;
    private int walk = -1;
    private int flushColour;

    ListRecord(PwqLayout layout, int wanted) {
        this.layout = layout;
        this.wanted = wanted;
    }

    /** In the order of the walk. */
    List<Visit> visits() {
        return visits;
    }

    void walkBegan(int index, int colour) {
        walk = index;
        flushColour = colour;
    }

    /** What follows, until the next walk begins, only might have happened. */
    void unseen() {
        walk = Integer.MAX_VALUE;
    }

    void queueing(WorkItem item) {
        queueing = item;
    }

    void queued(WorkItem item, int pwq, int colour) {
        queueing = null;
        inFlight.computeIfAbsent(pwq, p -> new LinkedHashMap<>()).put(item, colour);
    }

    void released(WorkItem item, int pwq) {
        inFlight.getOrDefault(pwq, Map.of()).remove(item);
        lastGone.put(pwq, item);
    }

    @Override
    public void listed(int pwq) {
        stays.remove(pwq);
        if (queueing == null) {
            listedBy.remove(pwq);
        } else {
            listedBy.put(pwq, queueing);
        }
    }

    @Override
    public void visited(int pwq, boolean armed, boolean kept) {
        if (walk > wanted) {
            return;
        }
        Map<WorkItem, Integer> items = inFlight.getOrDefault(pwq, Map.of());
        List<WorkItem> some = items.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getValue() != flushColour))
                .limit(REASONS)
                .map(Map.Entry::getKey)
                .toList();
        if (walk == wanted) {
            visits.add(new Visit(
                    visits.size(),
                    pwq,
                    armed,
                    kept,
                    listedBy.get(pwq),
                    stays.get(pwq),
                    some,
                    items.size(),
                    lastGone.get(pwq)));
        }
        if (kept) {
            stays.put(pwq, new Stay(walk, some));
        }
    }
}
