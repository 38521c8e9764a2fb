package dev.wqflush.replay.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.cost.Band;
import dev.wqflush.replay.cost.TimeKind;
import dev.wqflush.replay.result.Range;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
    private static final Words WORDS = Words.PLAIN;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0 us",
                "4|0 us",
                "234|0.23 us",
                "9_999|10 us",
                "13_500|13.5 us",
                "25_000|25 us",
                "628_000|628 us",
                "999_499|999 us",
                "999_500|1 ms",
                "4_100_000|4.1 ms",
                "5_234_567|5.23 ms",
                "188_000_000|188 ms",
                "999_999_999|1 s",
                "2_450_000_000|2.45 s",
                "12_345_000_000|12.3 s",
                "123_456_000_000_000|123,000 s",
                "-2_700|-2.7 us",
            })
    void timesHaveThreeDigitsAndTheirUnit(String nanos, String text) {
        assertThat(WORDS.time(Long.parseLong(nanos.replace("_", "")))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 %",
        "0.0004, <0.1 %",
        "0.0006, 0.1 %",
        "0.02, 2.0 %",
        "0.077, 7.7 %",
        "0.0994, 9.9 %",
        "0.0996, 10 %",
        "0.49, 49 %",
        "0.995, 100 %",
        "1, 100 %"
    })
    void sharesArePercentagesOfTwoDigits(double share, String text) {
        assertThat(WORDS.percent(share)).isEqualTo(text);
    }

    @Test
    void bandsHaveOneUnitAndTheirKind() {
        assertThat(WORDS.bandWithKind(new Band(8_400, 13_500, 49_600, TimeKind.MODELLED)))
                .isEqualTo("13.5 us (8.4..49.6, modelled)");
        assertThat(WORDS.bandWithKind(new Band(-400, 900_000, 3_200_000, TimeKind.CALIBRATED)))
                .isEqualTo("900 us (-0.4..3,200, calibrated)");
    }

    @Test
    void aBandUnderAHeadingLeavesOutItsKind() {
        Band band = new Band(8_400, 13_500, 49_600, TimeKind.MODELLED);
        assertThat(WORDS.band(band)).isEqualTo("13.5 us (8.4..49.6)");
        assertThat(WORDS.bandWithKind(band, " per flush")).isEqualTo("13.5 us per flush (8.4..49.6, modelled)");
        assertThat(WORDS.ends(band)).isEqualTo("8.4..49.6 us");
        assertThat(WORDS.ends(new Band(7_000, 7_000, 7_000, TimeKind.MEASURED))).isEqualTo("7 us");
        assertThat(Words.TYPOGRAPHIC.ends(band)).isEqualTo("8.4..49.6\u00a0\u00b5s");
    }

    @Test
    void aBandAboutNothingTakesTheUnitOfItsEnds() {
        assertThat(WORDS.bandWithKind(new Band(0, 0, 3_100, TimeKind.MODELLED))).isEqualTo("0 us (0..3.1, modelled)");
        assertThat(WORDS.bandWithKind(new Band(-2_500_000, 0, 0, TimeKind.MODELLED)))
                .isEqualTo("0 ms (-2.5..0, modelled)");
        assertThat(WORDS.bandWithKind(Band.zero(TimeKind.MODELLED))).isEqualTo("0 us (0..0, modelled)");
    }

    @Test
    void htmlHasTheMicroSignAndSpacesThatDoNotBreak() {
        assertThat(Words.TYPOGRAPHIC.time(13_500)).isEqualTo("13.5\u00a0\u00b5s");
        assertThat(Words.TYPOGRAPHIC.percent(0.5)).isEqualTo("50\u00a0%");
    }

    @Test
    void countsAreInFullAndRangesShowBothEnds() {
        assertThat(WORDS.count(23_636)).isEqualTo("23,636");
        assertThat(WORDS.range(Range.exactly(1_234))).isEqualTo("1,234");
        assertThat(WORDS.range(new Range(3, 4, 5))).isEqualTo("3..5");
        assertThat(WORDS.things(1, "flush", "flushes")).isEqualTo("1 flush");
        assertThat(WORDS.things(40, "flush", "flushes")).isEqualTo("40 flushes");
    }

    @Test
    void listsReadAsSentences() {
        assertThat(WORDS.list(List.of())).isEmpty();
        assertThat(WORDS.list(List.of("a"))).isEqualTo("a");
        assertThat(WORDS.list(List.of("a", "b"))).isEqualTo("a and b");
        assertThat(WORDS.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
    }

    @Test
    void namesCannotStartAnEscapeSequenceOrFillTheLine() {
        assertThat(WORDS.name("a\u001b[31mb")).isEqualTo("a\\x1B[31mb");
        assertThat(WORDS.name("a\u202eb")).isEqualTo("a\\x202Eb");
        assertThat(WORDS.name("xfs-cil/ram0")).isEqualTo("xfs-cil/ram0");
        assertThat(WORDS.name("x".repeat(61))).isEqualTo("x".repeat(57) + "...");
        assertThat(WORDS.name("x".repeat(60))).isEqualTo("x".repeat(60));
    }

    @Test
    void numbersDoNotDependOnTheLocale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(WORDS.count(23_636)).isEqualTo("23,636");
            assertThat(WORDS.time(13_500)).isEqualTo("13.5 us");
        } finally {
            Locale.setDefault(before);
        }
    }
}
