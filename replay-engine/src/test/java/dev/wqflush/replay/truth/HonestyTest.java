package dev.wqflush.replay.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Damaged shared captures against the kernel's own counters: what is called exact stays right, and not by calling
 * nothing exact. Skipped, visibly, where they do not lie beside the checkout; {@link SampleDamageTest} holds a subset
 * everywhere.
 */
class HonestyTest {
    /** Greatest share of wrong counts among those called exact, and least share of those, in per cent. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"FRONT, 1, 80", "BOTH, 1, 80", "CPU, 1, 35", "PERCENT, 1, 40", "PERMILLE, 1, 80", "BURST, 1, 80"})
    void countsCalledExactAreRight(Damage damage, double wrong, double exact) throws IOException {
        List<Capture> captures = DamageTable.counted(Captures.folderOrSkip());
        DamageTable.measure(captures, damage, 1).forEach((level, honesty) -> {
            String row = Honesty.header() + honesty.row(damage.word + ", level " + level);
            assertThat(honesty.walks).as(row).isGreaterThan(5000);
            assertThat(honesty.wrongPercent()).as(row).isLessThanOrEqualTo(wrong);
            assertThat(honesty.exactPercent()).as(row).isGreaterThanOrEqualTo(exact);
        });
    }
}
