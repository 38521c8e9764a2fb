package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The replay of every shared capture against the truth beside it. Skipped, visibly, where they do not lie beside the
 * checkout; {@link SampleTruthTest} holds a subset everywhere.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // the first test measures for all of them
class TruthTest {
    @Test
    void walksAndLockCyclesEqualFunctionGraphs() throws IOException {
        Path folder = Captures.folderOrSkip();
        GraphTruth all = new GraphTruth();
        for (Capture capture : Captures.ofGraphs(folder)) {
            all.add(capture);
        }
        assertThat(all.flushes).isGreaterThan(250);
        assertThat(100.0 * all.rightFlushes / all.flushes).as("%s", all.misses).isGreaterThanOrEqualTo(99);
    }

    /** All but the table of damaged captures, which takes minutes: {@link HonestyTest} holds its figures. */
    @Test
    void theDocumentShowsTheTablesAsTheyAre() throws IOException {
        Path folder = Captures.folderOrSkip();
        String document = Files.readString(Path.of("..", "docs", "models.md"));

        assertThat(document)
                .as("The engine or the captures changed: run scripts/truth-table renew, and read what became worse")
                .isEqualTo(TruthDocument.of(folder).renew(document));
    }
}
