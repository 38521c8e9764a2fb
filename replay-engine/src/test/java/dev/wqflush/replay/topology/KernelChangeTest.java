package dev.wqflush.replay.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which release has which change, as kernel-model 7 says. */
class KernelChangeTest {
    @ParameterizedTest
    @CsvSource({
        "COLOURED_BARRIERS, 5.14, 5.15",
        "FLUSH_MACRO, 5.19, 6.0",
        "PWQ_PER_CPU, 6.5, 6.6",
        "BH_POOLS, 6.8, 6.9",
        "COALESCED_LOCKS, 6.12.117, 6.13-rc1",
        "CACHE_SHARDS, 7.0, 7.1"
    })
    void aChangeIsInItsFirstReleaseAndNotInTheOneBefore(KernelChange change, String before, String first) {
        assertThat(change.isIn(KernelRelease.parse(before))).isFalse();
        assertThat(change.isIn(KernelRelease.parse(first))).isTrue();
    }

    @Test
    void theActiveListIsInNone() {
        assertThat(KernelChange.ACTIVE_LIST.isIn(KernelRelease.parse("99.9"))).isFalse();
        assertThat(KernelChange.ACTIVE_LIST.words()).isEqualTo("the active list (in no release yet)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "6.1.0-57-amd64|mainline 6.1 lacks a pwq per possible CPU on unbound workqueues (636b927eba5b, from 6.6),"
                        + " coalesced pool locks (85f0d8e39aff, from 6.13), the active list (in no release yet)",
                "6.12.9|mainline 6.12 has a pwq per possible CPU on unbound workqueues (636b927eba5b, from 6.6), and lacks"
                        + " coalesced pool locks (85f0d8e39aff, from 6.13), the active list (in no release yet)",
                "7.3.4|mainline 7.3 has a pwq per possible CPU on unbound workqueues (636b927eba5b, from 6.6) and"
                        + " coalesced pool locks (85f0d8e39aff, from 6.13), and lacks the active list (in no release yet)"
            })
    void aReleaseMakesCandidatesAndVendorsDiffer(String release, String candidates) {
        assertThat(KernelChange.candidates(KernelRelease.parse(release)))
                .isEqualTo(candidates + "; vendor kernels differ, so this is a candidate, no proof");
    }

    @Test
    void releasesBetweenChangesAreNamedByTheirEnds() {
        assertThat(new Releases(null, KernelChange.PWQ_PER_CPU).words()).isEqualTo("to 6.5");
        assertThat(new Releases(KernelChange.PWQ_PER_CPU, KernelChange.COALESCED_LOCKS).words())
                .isEqualTo("6.6 to 6.12");
        assertThat(new Releases(KernelChange.COALESCED_LOCKS, KernelChange.ACTIVE_LIST).words())
                .isEqualTo("from 6.13");
        assertThat(new Releases(KernelChange.ACTIVE_LIST, null).words()).isEqualTo("in no release yet");
    }
}
