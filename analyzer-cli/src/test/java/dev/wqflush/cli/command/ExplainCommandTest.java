package dev.wqflush.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.cost.TimeKind;
import dev.wqflush.replay.model.ModelSet;
import dev.wqflush.replay.result.Grade;
import dev.wqflush.replay.verdict.VerdictClass;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {
    @Test
    void everyWordOfTheReportsIsExplained() throws IOException {
        Set<String> terms = ExplainCommand.terms().keySet();

        for (VerdictClass verdictClass : VerdictClass.values()) {
            assertThat(terms).contains(verdictClass.word());
        }
        for (Grade grade : Grade.values()) {
            assertThat(terms).contains(grade.name());
        }
        for (TimeKind kind : TimeKind.values()) {
            assertThat(terms).contains(kind.word());
        }
        for (ModelSet.Registration model : ModelSet.all()) {
            assertThat(terms).contains(model.id());
        }
        assertThat(terms)
                .contains(
                        "hidden-walk",
                        "overflow",
                        "cascade",
                        "deep-queue",
                        "possible-much-larger-than-online",
                        "already-coalesced",
                        "lost-events",
                        "clock-disorder",
                        "topology-assumed",
                        "emulated-guest",
                        "in-flight-at-start",
                        "unknown-workqueue",
                        "same-name-workqueues",
                        "reclaim-dependency",
                        "rescuer-used",
                        "max-active-limited",
                        "long-item",
                        "late-wakeup",
                        "cache-flush-inside");
    }
}
