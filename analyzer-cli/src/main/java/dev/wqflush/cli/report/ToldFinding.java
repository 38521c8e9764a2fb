package dev.wqflush.cli.report;

import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.verdict.Flag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A flag or a finding as a summary tells it.
 *
 * @param warning whether it bears on how far the report is to be trusted or what to do
 * @param text its id, what it says and where; with names as the trace has them
 */
record ToldFinding(boolean warning, String text) {
    /** All of a report, warnings first; a finding that a flag says already is left out. */
    static List<ToldFinding> all(Report report) {
        List<ToldFinding> all = new ArrayList<>();
        Set<String> told = new HashSet<>();
        for (Flag flag : report.assessment().flags()) {
            all.add(new ToldFinding(flag.warning(), flag.id() + ": " + flag.text()));
            told.add(flag.id());
        }
        for (Finding finding : report.findings()) {
            if (!told.contains(finding.id())) {
                String place = finding.where().isEmpty() ? "" : " (" + finding.where() + ")";
                all.add(new ToldFinding(
                        finding.severity() != Finding.Severity.INFO, finding.id() + ": " + finding.text() + place));
            }
        }
        all.sort(Comparator.comparing(line -> !line.warning));
        return all;
    }
}
