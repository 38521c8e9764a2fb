package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The replay of every shared capture against the kernel's own counters. Skipped, visibly, where they do not lie beside
 * the checkout; {@link SampleTruthTest} holds a subset everywhere.
 */
class TruthTest {
    /**
     * The floor that this code holds: first marks of the captures' README are 99/95/93, 93/88/86 and 0.5/2/3 %; what
     * was reached since must not be lost.
     */
    @ParameterizedTest(name = "level {0}: legacy {1} %, active list {2} %, extra {3} %, cover {4} %")
    @CsvSource({"1, 99.9, 98.7, 0, 99.8", "2, 99.7, 97.0, 0.2, 99.0", "3, 99.6, 96.6, 0.3, 98.8"})
    void walksEqualTheKernelsCounters(int level, double legacy, double list, double extra, double cover)
            throws IOException {
        Path folder = Captures.folderOrSkip();
        Score all = new Score();
        for (Path machine : Captures.machinesWithCounters(folder)) {
            for (String scenario : Captures.scenarios(machine)) {
                if (!scenario.equals("attr_unb")) {
                    all.add(TruthTable.score(machine, scenario, level));
                }
            }
        }
        String row = Score.header() + "\n" + all.row("level " + level);
        assertThat(all.walks).isGreaterThan(10_000);
        assertThat(all.legacyPercent()).as(row).isGreaterThanOrEqualTo(legacy);
        assertThat(all.listPercent()).as(row).isGreaterThanOrEqualTo(list);
        assertThat(all.extraPercent()).as(row).isLessThanOrEqualTo(extra);
        assertThat(all.coverPercent()).as(row).isGreaterThanOrEqualTo(cover);
    }

    @Test
    void walksAndLockCyclesEqualFunctionGraphs() throws IOException {
        Path folder = Captures.folderOrSkip();
        GraphTruth all = new GraphTruth();
        for (Path machine : GraphTruth.machines(folder)) {
            for (String scenario : GraphTruth.scenarios(machine)) {
                all.add(machine, scenario);
            }
        }
        assertThat(all.flushes).isGreaterThan(250);
        assertThat(100.0 * all.rightFlushes / all.flushes).as("%s", all.misses).isGreaterThanOrEqualTo(99);
    }
}
