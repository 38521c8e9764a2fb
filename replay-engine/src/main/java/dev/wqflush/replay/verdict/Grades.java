package dev.wqflush.replay.verdict;

import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.result.EvidenceSeen;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.FlushResult;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.result.ReplayResult;
import java.util.List;

/** Grades by what the capture holds (contract 3). */
final class Grades {
    private static final String TOPOLOGY_CONTRADICTED = "topology-contradicted";

    private Grades() {}

    /**
     * Grade of what is said of some flushes.
     *
     * @param kindAssumed whether the kinds of their workqueues, and so their pwqs, are guesses
     */
    static Grade of(ReplayResult result, List<FlushResult> flushes, boolean kindAssumed) {
        EvidenceSeen seen = result.evidence();
        boolean itemsUnseen = seen.workqueueEvents() == 0 && flushes.stream().anyMatch(f -> f.path() != FlushPath.IDLE);
        if (itemsUnseen || (seen.flushEntries() == 0 && seen.walks() == 0)) {
            return Grade.D;
        }
        boolean disordered = result.findings().stream()
                .anyMatch(f -> f.id().equals("clock-disorder") && f.severity() != Finding.Severity.INFO);
        boolean doubtTouches = (seen.lostEvents() != 0 || seen.lossMarks() > 0 || disordered)
                && flushes.stream().anyMatch(f -> f.grade().compareTo(Grade.C) >= 0);
        long ended = flushes.stream().filter(FlushResult::ended).count();
        long endsSeen = flushes.stream().filter(f -> f.ended() && f.endSeen()).count();
        boolean endsInferred = 2 * endsSeen < ended;
        boolean lowerBound = kindAssumed
                || !result.topology().possibleKnown()
                || result.findings().stream().anyMatch(finding -> finding.id().equals(TOPOLOGY_CONTRADICTED));
        if (doubtTouches || endsInferred || lowerBound || seen.schedulerEvents() == 0 || !seen.timed()) {
            return Grade.C;
        }
        return seen.walks() == 0 ? Grade.B : Grade.A;
    }
}
