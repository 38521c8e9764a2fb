package dev.wqflush.replay.truth;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.replay.protocol.WalkKind;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes the walks that a stock kernel's probe shows for truth: task, workqueue and kind. The probe's colours do not
 * tell an overflow walk from a queued one, so both are {@link WalkKind#QUEUED}.
 */
final class WalkProbes implements EventSink {
    private final List<TruthWalk> walks = new ArrayList<>();

    List<TruthWalk> walks() {
        return walks;
    }

    @Override
    public void walkBegan(EventContext at, long pointer, int name, int flushColour, int workColour) {
        WalkKind kind = flushColour < 0 ? WalkKind.QUEUED : workColour < 0 ? WalkKind.CASCADE : WalkKind.FIRST;
        walks.add(new TruthWalk(TruthWalk.key(pointer, at.tid()), kind, at.timeNanos() + " ns", null));
    }
}
