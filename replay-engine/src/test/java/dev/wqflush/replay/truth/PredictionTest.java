package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.truth.Prediction.PerFlush;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a kernel without the active list lets expect of it, and what a kernel with it then counted. */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // the first test measures for all of them
class PredictionTest {
    @ParameterizedTest(name = "from input level {0}")
    @ValueSource(ints = {1, 3})
    void serialLoadsCountOnTwinMachinesWhatWasPredicted(int level) throws IOException {
        List<Measurement> measurements = Measurement.ofShared(Captures.folderOrSkip());

        for (String scenario : Prediction.SERIAL) {
            Prediction prediction = Prediction.of(measurements, scenario, level);
            String table = scenario + "\n" + Prediction.table(measurements);
            assertThat(prediction.error(PerFlush::visits)).as(table).isBetween(-5.0, 5.0);
            assertThat(prediction.error(PerFlush::poolLocks)).as(table).isBetween(-5.0, 5.0);
            assertThat(prediction.error(PerFlush::locks)).as(table).isBetween(-5.0, 5.0);
        }
    }

    /** Twins of concurrent loads differ as their runs do; the list that the same run kept beside does not. */
    @ParameterizedTest(name = "from input level {0} within {1} %")
    @CsvSource({"1, 3", "3, 4"})
    void anyLoadCountsInTheSameRunWhatIsReplayed(int level, double bound) throws IOException {
        List<Measurement> measurements = Measurement.ofShared(Captures.folderOrSkip());

        for (String scenario : Prediction.scenarios(measurements)) {
            Prediction prediction = Prediction.of(measurements, scenario, level);
            String table = scenario + "\n" + Prediction.table(measurements);
            assertThat(prediction.errorOfReplay(PerFlush::visits)).as(table).isBetween(-bound, bound);
            assertThat(prediction.errorOfReplay(PerFlush::poolLocks)).as(table).isBetween(-bound, bound);
        }
    }
}
