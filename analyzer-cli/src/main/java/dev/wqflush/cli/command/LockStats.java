package dev.wqflush.cli.command;

import dev.wqflush.cli.redact.Naming;
import dev.wqflush.parsers.diag.UnreadableInput;
import dev.wqflush.parsers.evidence.EvidenceReader;
import dev.wqflush.parsers.evidence.LockTable;
import dev.wqflush.parsers.input.TraceSource;
import dev.wqflush.replay.partial.LockBound;
import dev.wqflush.replay.partial.PoolLockWaits;
import dev.wqflush.replay.verdict.Assessment;
import dev.wqflush.replay.verdict.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The table of lock contention that the user gave beside a capture.
 *
 * @param file its name, as the outputs tell it
 */
record LockStats(String file, PoolLockWaits waits) {
    static final String OPTION = "--lock-stats";

    private static final String EXPECTED =
            "expected one that perf lock contention, perf lock report or /proc/lock_stat printed";

    /**
     * Reads a file that holds one table.
     *
     * @throws UnreadableInput if it does not, or if its table tells nothing of pool locks
     */
    static LockStats read(String file, Naming naming) {
        Path path = Path.of(file);
        if (!Files.exists(path)) {
            throw new UnreadableInput(OPTION + " " + Inputs.noSuchFile(file));
        }
        List<LockTable> tables = EvidenceReader.read(TraceSource.file(path, OPTION + " " + file))
                .evidence()
                .locks();
        if (tables.isEmpty()) {
            throw new UnreadableInput(OPTION + " " + file + ": holds no table of lock contention; " + EXPECTED + ".");
        }
        if (tables.size() > 1) {
            throw new UnreadableInput(OPTION + " " + file + ": holds " + tables.size() + " tables (lines "
                    + Words.PLAIN.list(tables.stream()
                            .limit(3)
                            .map(table -> Words.PLAIN.count(table.line()))
                            .toList())
                    + "); keep the one that covers the capture.");
        }
        try {
            return new LockStats(naming.file(file), PoolLockWaits.of(tables.get(0)));
        } catch (IllegalArgumentException e) {
            throw new UnreadableInput(
                    OPTION + " " + file + ": the table in line "
                            + Words.PLAIN.count(tables.get(0).line()) + " " + e.getMessage() + ".",
                    e);
        }
    }

    /** What the table tells of these walks. */
    LockBound bound(Assessment assessment) {
        boolean counted = assessment.result().topology().possibleKnown();
        return new LockBound(
                file,
                waits,
                counted
                        ? assessment
                                .all()
                                .model(assessment.result().tracedModel())
                                .counts()
                                .poolLocks()
                                .high()
                        : LockBound.UNKNOWN_CYCLES);
    }
}
