package dev.wqflush.replay.oracle;

import dev.wqflush.replay.oracle.History.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code flush_workqueue} promises, said of a history alone: no colour, pwq or list is known here. */
final class FlushContract {
    /** How it can be broken. */
    enum Breach {
        /** A flush was let go before an item ended whose queueing had finished when the flush was entered. */
        EARLY_RETURN,
        /** A flush waits although every item queued before its colour was closed has ended and nobody is to run. */
        NEEDLESS_WAIT,
        /** All items ended, and a flush did not return. */
        LOST_WAKEUP,
        /** A completion went nowhere. */
        STRAY_COMPLETION
    }

    /** A breach with its story. */
    record Violation(Breach breach, String story) {}

    /** Items in the order of queueing, with the moment of it; a barrier counts from its target's too. */
    private record Queued(int moment, int origin) {}

    private final List<Violation> violations = new ArrayList<>();
    private final Map<Integer, Queued> unfinished = new LinkedHashMap<>();
    private final Map<Integer, Integer> origins = new HashMap<>();
    private final Map<Integer, Integer> entered = new LinkedHashMap<>();
    private final Map<Integer, Integer> closed = new HashMap<>();
    private final Map<Integer, Integer> waiting = new LinkedHashMap<>();

    private FlushContract() {}

    /** All violations, in the order of events. */
    static List<Violation> check(History history) {
        FlushContract contract = new FlushContract();
        List<Event> events = history.events();
        for (int moment = 0; moment < events.size(); moment++) {
            contract.take(events.get(moment), moment);
        }
        contract.entered.keySet().forEach(flush -> contract.report(Breach.LOST_WAKEUP, "flush " + flush + " at end"));
        return contract.violations;
    }

    private void take(Event event, int moment) {
        int id = event.id();
        switch (event.kind()) {
            case QUEUED -> queued(id, new Queued(moment, moment));
            case BARRIER -> queued(id, new Queued(moment, origins.getOrDefault(event.other(), moment)));
            case ENDED, CANCELLED -> unfinished.remove(id);
            case ENTERED -> {
                entered.put(id, moment);
                waiting.put(id, moment);
            }
            case CLOSED -> closed.put(id, moment);
            case LET_GO -> letGo(id, moment);
            case RETURNED -> entered.remove(id);
            case STRAY_COMPLETION -> report(Breach.STRAY_COMPLETION, "event " + moment);
            case QUIET -> quiet(moment);
        }
    }

    private void queued(int item, Queued queued) {
        unfinished.put(item, queued);
        origins.put(item, queued.origin());
    }

    private void letGo(int flush, int moment) {
        int enteredAt = waiting.getOrDefault(flush, moment);
        waiting.remove(flush);
        unfinished.forEach((item, queued) -> {
            if (queued.moment() < enteredAt) {
                report(
                        Breach.EARLY_RETURN,
                        "flush " + flush + ", entered at event " + enteredAt + ", let go at " + moment + " while item "
                                + item + ", queued at " + queued.moment() + ", has not ended");
            }
        });
    }

    private void quiet(int moment) {
        int oldest = moment;
        for (Queued queued : unfinished.values()) {
            oldest = Math.min(oldest, queued.origin());
        }
        for (int flush : waiting.keySet()) {
            int closedAt = closed.getOrDefault(flush, moment);
            if (closedAt <= oldest && closedAt < moment) {
                report(
                        Breach.NEEDLESS_WAIT,
                        "flush " + flush + ", closed at event " + closedAt + ", still waits at " + moment);
            }
        }
    }

    private void report(Breach breach, String story) {
        violations.add(new Violation(breach, story));
    }
}
