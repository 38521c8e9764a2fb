package dev.wqflush.cli.report;

import dev.wqflush.replay.partial.LockBound;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.whatif.Elsewhere;
import dev.wqflush.replay.whatif.Rerun;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the outputs say of one capture.
 *
 * @param version of the program
 * @param files what was read, in order of reading
 * @param events how many events of each name
 * @param readFindings what the readers could not use, besides the result's own findings
 * @param shownModels ids of the models that tables by model show
 * @param closedLoop what the capture's throughput would become, null if that was not asked
 * @param whatIf the walks on another machine, null if that was not asked
 * @param lockBound how long walks waited for pool locks at most, null if no table was given
 */
public record Report(
        String version,
        List<CaptureFile> files,
        SortedMap<String, Long> events,
        LineCounts lines,
        List<Finding> readFindings,
        Set<String> shownModels,
        Assessment assessment,
        @Nullable Rerun closedLoop,
        @Nullable Elsewhere whatIf,
        @Nullable LockBound lockBound) {
    /** Freezes the collections. */
    public Report {
        files = List.copyOf(files);
        events = Collections.unmodifiableSortedMap(new TreeMap<>(events));
        readFindings = List.copyOf(readFindings);
        shownModels = Set.copyOf(shownModels);
    }

    /** A report of the capture as it is. */
    public Report(
            String version,
            List<CaptureFile> files,
            SortedMap<String, Long> events,
            LineCounts lines,
            List<Finding> readFindings,
            Set<String> shownModels,
            Assessment assessment) {
        this(version, files, events, lines, readFindings, shownModels, assessment, null, null, null);
    }

    /** The same report with more findings of the readers. */
    public Report with(List<Finding> findings) {
        List<Finding> all = new ArrayList<>(readFindings);
        all.addAll(findings);
        return new Report(version, files, events, lines, all, shownModels, assessment, closedLoop, whatIf, lockBound);
    }

    /** All findings: those of the readers, then those of the replay. */
    public List<Finding> findings() {
        List<Finding> all = new ArrayList<>(readFindings);
        all.addAll(assessment.result().findings());
        return all;
    }
}
