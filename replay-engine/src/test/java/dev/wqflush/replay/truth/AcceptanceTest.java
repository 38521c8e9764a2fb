package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * The acceptance of kernel-model-measured 5, cell by cell. {@code 96 now 97.0} also holds what was reached beyond the
 * mark; {@code 96.5 not yet 94.0} holds what there is until the mark is reached, and fails once it is, so that the list
 * of what is missing stays true. The document sets no mark for stock kernels and flushes: the last rows hold what a
 * prototype had, and what there is.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES) // the first test measures for all of them
class AcceptanceTest {
    private static final String MARKS = """
            figure    | of                               | level 1           | level 2           | level 3           | level 4            | level 5
            kind      | all                              | 100               | 99.7 now 99.9     | 99.6 now 99.7     | 94.5 now 98.8      | 85 now 90
            extra     | all                              | 0                 | 0.15 now 0.1      | 0.3               | 2.5 now 1.1        | 12
            legacy    | all but attributes               | 100               | 100               | 100               | 100                | 100
            flagged   | all                              | 100 not yet 99.96 | 100 not yet 99.96 | 100 not yet 99.96 | 100 not yet 99.96  | 100 not yet 99.9
            list      | all but bh                       | 98.7 now 98.8     | 96 now 98.1       | 95.5 now 97.4     | 88 now 94          | -
            list      | each class but bh and attributes | 96 not yet 95.8   | 91                | 91                | -                  | -
            list      | bh                               | 90 now 93         | 89 now 90         | 89 now 90         | -                  | -
            cov-v     | all but bh                       | 99.8              | 98.8 now 99.4     | 98.8 now 99.1     | 96.5 now 97.4      | -
            cov-l     | all but bh                       | 99.6 now 99.8     | 98.9 now 99.5     | 98.9 now 99.2     | 96.5 now 97.9      | -
            width     | all but bh                       | 0.08              | 0.09              | 0.10              | 0.12 not yet 0.134 | -
            sum       | all but bh                       | 0.3               | 0.3 not yet 0.45  | 0.3 not yet 0.45  | 0.5 not yet 0.7    | 1 not yet 4.8
            sum       | each capture but bh              | 1 not yet 2.2     | 6                 | 6                 | 8                  | 24 not yet 26.5
            kind      | each stock machine               | -                 | 99.6 not yet 99.5 | 99.6 not yet 99.5 | -                  | 83 now 86
            extra     | each stock machine               | -                 | 0.27 not yet 0.28 | 0.6               | -                  | 17 now 13.5
            path      | all                              | 99.9              | 99.5              | 97.6              | 95.2               | 91.9
            mutex     | all                              | 96.5              | 96.5              | 96                | 90                 | -
            items     | all                              | 97.9              | 97.7              | 97.7              | 95                 | -
            items-sum | all                              | 1                 | 1                 | 1                 | 4                  | -
            wakeup    | all                              | 99                | 99                | 99                | 98.9               | -
            """;

    @TestFactory
    List<DynamicTest> marks() throws IOException {
        List<Measurement> measurements = Measurement.ofShared(Captures.folderOrSkip());
        List<DynamicTest> tests = new ArrayList<>();
        for (String line : MARKS.lines().skip(1).toList()) {
            String[] cells = line.split(" *\\| *", -1);
            for (int level : InputLevels.ALL) {
                String mark = cells[level + 1];
                if (!mark.equals("-")) {
                    String name = "level %d: %s of %s: %s".formatted(level, cells[0], cells[1], mark);
                    Figure figure = Figure.named(cells[0]);
                    Scope scope = Scope.named(cells[1]);
                    tests.add(dynamicTest(name, () -> check(name, figure, scope, level, mark, measurements)));
                }
            }
        }
        return tests;
    }

    private static void check(
            String name, Figure figure, Scope scope, int level, String mark, List<Measurement> measurements) {
        Map.Entry<String, Score> worst = scope.parts(measurements, level).entrySet().stream()
                .max(Comparator.comparingDouble(part -> figure.fault(part.getValue())))
                .orElseThrow();
        String is = "%s; of %s it is %.3f%n%s"
                .formatted(name, worst.getKey(), figure.of(worst.getValue()), confusions(measurements, level));
        String[] marks = mark.split(" not yet | now ", -1);
        double held = Double.parseDouble(marks[marks.length - 1]);
        assertThat(figure.reaches(worst.getValue(), held)).as(is).isTrue();
        if (mark.contains("not yet")) {
            assertThat(figure.reaches(worst.getValue(), Double.parseDouble(marks[0])))
                    .as("The mark is reached: take its \"not yet\" away. " + is)
                    .isFalse();
        }
    }

    /** What the replay took for what, in each class where it did. */
    private static String confusions(List<Measurement> measurements, int level) {
        return Measurement.sums(
                        measurements.stream().filter(each -> each.level() == level),
                        each -> (each.capture().isCounted() ? "" : "stock ")
                                + each.capture().load().word())
                .entrySet()
                .stream()
                .map(part -> part.getKey() + ": walks " + part.getValue().confusions + ", flushes "
                        + part.getValue().flushes.confusions)
                .filter(line -> line.contains("="))
                .collect(Collectors.joining("\n"));
    }
}
