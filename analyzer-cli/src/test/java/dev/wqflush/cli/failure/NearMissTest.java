package dev.wqflush.cli.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearMissTest {
    private static final List<String> KNOWN = List.of("--models", "--json", "--walks");

    @Test
    void swappedMissingAndWrongLettersAreForgiven() {
        assertThat(NearMiss.of("--modles", KNOWN)).contains("--models");
        assertThat(NearMiss.of("--jso", KNOWN)).contains("--json");
        assertThat(NearMiss.of("--wolks", KNOWN)).contains("--walks");
    }

    @Test
    void whatIsFarOffIsNotGuessed() {
        assertThat(NearMiss.of("--verbatim", KNOWN)).isEmpty();
        assertThat(NearMiss.of("x", List.of("wq.txt"))).isEmpty();
    }

    @Test
    void distances() {
        assertThat(NearMiss.distance("", "abc")).isEqualTo(3);
        assertThat(NearMiss.distance("abc", "abc")).isZero();
        assertThat(NearMiss.distance("abdc", "abcd")).isEqualTo(1);
        assertThat(NearMiss.distance("kitten", "sitting")).isEqualTo(3);
    }
}
