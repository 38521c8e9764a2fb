package dev.wqflush.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TypesetTest {
    @Test
    void bindsNumbersToTheirUnitsAndNoOtherWords() {
        assertThat(Typeset.text("49 % of 2.45 s, 13.5 us (8.4..49.6, modelled) per 3 users, 5 sets"))
                .isEqualTo("49\u00a0% of 2.45\u00a0s, 13.5\u00a0µs (8.4..49.6, modelled) per 3 users, 5 sets");
    }

    @Test
    void sentencesEndWithOneStop() {
        assertThat(Typeset.sentence("none lost")).isEqualTo("none lost.");
        assertThat(Typeset.sentence("none lost.")).isEqualTo("none lost.");
    }

    @Test
    void isolatesNamesThatTurnTheDirection() {
        assertThat(Typeset.name("xfs-cil/sda")).isEqualTo("xfs-cil/sda");
        assertThat(Typeset.name("שלום")).isEqualTo("\u2068שלום\u2069");
        assertThat(Typeset.name("a\u2069b")).isEqualTo("ab");
    }

    @Test
    void replacesWhatCannotBeSeen() {
        assertThat(Typeset.visible("a\u0000b\u202ec\ud800d\ne")).isEqualTo("a\ufffdb\ufffdc\ufffdd\ne");
        assertThat(Typeset.visible("😀 µs")).isEqualTo("😀 µs");
    }
}
