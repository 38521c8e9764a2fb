package dev.wqflush.cli.command;

import dev.wqflush.cli.redact.Naming;
import dev.wqflush.parsers.diag.ReadProblem;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.replay.result.Finding;
import dev.wqflush.replay.result.Finding.Severity;
import dev.wqflush.replay.verdict.Words;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What reading one file met, as findings and as the sentences of standard error: the same words. */
final class ReadFindings {
    /** Problems that cost events of the capture; the others are how it was recorded. */
    private static final Set<ReadProblem.Kind> DAMAGE = EnumSet.of(
            ReadProblem.Kind.BROKEN_OFF,
            ReadProblem.Kind.DAMAGED_PART,
            ReadProblem.Kind.NUL_BYTES,
            ReadProblem.Kind.MORE_CPUS_THAN_HEADER);

    private final String file;
    private final ReadStatistics statistics;
    private final Naming naming;

    ReadFindings(String file, ReadStatistics statistics) {
        this(file, statistics, Naming.AS_RECORDED);
    }

    ReadFindings(String file, ReadStatistics statistics, Naming naming) {
        this.file = file;
        this.statistics = statistics;
        this.naming = naming;
    }

    /** The problems, and which lines were left out. */
    List<Finding> findings() {
        List<Finding> findings = problems();
        if (statistics.linesSkipped() > 0) {
            findings.add(new Finding(
                    Severity.INFO,
                    "lines-skipped",
                    Words.PLAIN.things(statistics.linesSkipped(), "line is", "lines are")
                            + " no trace lines and left out"
                            + (naming.quotes() ? ", the first: " + statistics.firstSkippedText() : ""),
                    statistics.linesSkipped(),
                    Long.MIN_VALUE,
                    place(statistics.firstSkippedLine())));
        }
        return findings;
    }

    /** One finding per kind of problem, with its first occurrence. */
    List<Finding> problems() {
        List<Finding> findings = new ArrayList<>();
        Set<ReadProblem.Kind> told = EnumSet.noneOf(ReadProblem.Kind.class);
        for (ReadProblem problem : statistics.problems().examples()) {
            if (told.add(problem.kind())) {
                findings.add(new Finding(
                        DAMAGE.contains(problem.kind()) ? Severity.ERROR : Severity.WARNING,
                        problem.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        naming.sentence(problem.sentence()),
                        statistics.problems().count(problem.kind()),
                        Long.MIN_VALUE,
                        place(problem.line())));
            }
        }
        return findings;
    }

    /** A sentence for each kind of damage. */
    List<String> damage() {
        return problems().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(finding -> finding.where() + ": " + finding.text())
                .toList();
    }

    private String place(long line) {
        return line == 0 ? file : file + ":" + Words.PLAIN.count(line);
    }
}
