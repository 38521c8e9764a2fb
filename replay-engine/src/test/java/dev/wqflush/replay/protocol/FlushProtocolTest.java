package dev.wqflush.replay.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.replay.topology.KernelRelease;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who walks when and with which colours, by kernel-model 2.1. */
class FlushProtocolTest {
    /** Answers from {@code armed}, false when it is empty, and writes down what it is asked. */
    private static final class Script implements FlushProtocol.Walker<String> {
        final Deque<Boolean> armed = new ArrayDeque<>();
        final List<String> calls = new ArrayList<>();

        @Override
        public boolean walk(WalkKind kind, String by, String waiting, int flushColour, int workColour) {
            calls.add(kind.word() + " by " + by + " for " + waiting + " " + flushColour + " " + workColour);
            return !armed.isEmpty() && armed.remove();
        }

        @Override
        public void completed(String flusher) {
            calls.add("completed " + flusher);
        }

        List<String> taken() {
            List<String> taken = List.copyOf(calls);
            calls.clear();
            return taken;
        }
    }

    private final Script script = new Script();
    private final FlushProtocol<String> protocol = new FlushProtocol<>(script, Colours.COUNT, 0);

    @Test
    void anIdleFlushWalksOnceAndUsesUpAColour() {
        assertThat(protocol.enter("a")).isEqualTo(FlushPath.IDLE);
        assertThat(script.taken()).containsExactly("first by a for a 0 1");
        assertThat(protocol.first()).isNull();
        assertThat(protocol.flushColour()).isEqualTo(1);
        assertThat(protocol.workColour()).isEqualTo(1);
    }

    @Test
    void theSecondFlusherQueuesAndIsArmedByTheFirst() {
        script.armed.add(true);
        assertThat(protocol.enter("a")).isEqualTo(FlushPath.FIRST);
        assertThat(protocol.enter("b")).isEqualTo(FlushPath.QUEUED);
        assertThat(protocol.isWaiting("b")).isTrue();
        assertThat(protocol.isWaiting("a")).isFalse();
        assertThat(script.taken()).containsExactly("first by a for a 0 1", "queued by b for b -1 2");

        script.armed.add(true);
        protocol.cascade("a");
        assertThat(script.taken()).containsExactly("cascade by a for b 1 -1");
        assertThat(protocol.first()).isEqualTo("b");
        assertThat(protocol.isWaiting("b")).isFalse();

        protocol.cascade("b");
        assertThat(script.taken()).isEmpty();
        assertThat(protocol.first()).isNull();
        assertThat(protocol.flushColour()).isEqualTo(2);
    }

    @Test
    void aCascadeThatArmsNothingGoesOn() {
        script.armed.add(true);
        protocol.enter("a");
        protocol.enter("b");
        protocol.enter("c");
        script.taken();
        protocol.cascade("a");
        assertThat(script.taken())
                .containsExactly("cascade by a for b 1 -1", "completed b", "cascade by a for c 2 -1", "completed c");
        assertThat(protocol.first()).isNull();
        assertThat(protocol.flushColour()).isEqualTo(3);
    }

    @Test
    void whoFindsNoColourSharesTheOneFreedNext() {
        script.armed.add(true);
        protocol.enter("a");
        for (int i = 1; i < Colours.COUNT - 1; i++) {
            assertThat(protocol.isFull()).isFalse();
            assertThat(protocol.enter("q" + i)).isEqualTo(FlushPath.QUEUED);
        }
        assertThat(protocol.isFull()).isTrue();
        script.taken();
        assertThat(protocol.enter("x")).isEqualTo(FlushPath.OVERFLOW);
        assertThat(protocol.enter("y")).isEqualTo(FlushPath.OVERFLOW);
        assertThat(script.taken()).isEmpty();
        assertThat(protocol.isWaiting("x")).isTrue();

        script.armed.addAll(List.of(false, true));
        protocol.cascade("a");
        assertThat(script.taken()).containsExactly("overflow by a for a -1 0", "cascade by a for q1 1 -1");
        assertThat(protocol.isFull()).isTrue();
        assertThat(protocol.enter("z")).isEqualTo(FlushPath.OVERFLOW);

        protocol.cascade("q1");
        assertThat(script.calls).startsWith("overflow by q1 for q1 -1 1", "cascade by q1 for q2 2 -1", "completed q2");
        assertThat(script.calls)
                .endsWith(
                        "cascade by q1 for x 15 -1",
                        "completed x",
                        "completed y",
                        "cascade by q1 for z 0 -1",
                        "completed z");
        assertThat(protocol.first()).isNull();
        assertThat(protocol.flushColour()).isEqualTo(1);
        assertThat(protocol.workColour()).isEqualTo(1);
    }

    @Test
    void before515ThereIsOneColourLess() {
        FlushProtocol<String> old = new FlushProtocol<>(script, Colours.in(KernelRelease.parse("5.14.0")), 0);
        script.armed.add(true);
        old.enter("a");
        for (int i = 1; i < 14; i++) {
            assertThat(old.enter("q" + i)).isEqualTo(FlushPath.QUEUED);
        }
        assertThat(old.enter("x")).isEqualTo(FlushPath.OVERFLOW);
        assertThat(old.workColour()).isEqualTo(14);
        assertThat(Colours.in(KernelRelease.parse("5.15.0"))).isEqualTo(Colours.in(null));
    }

    @Test
    void onlyTheFirstFlusherCascades() {
        script.armed.add(true);
        protocol.enter("a");
        protocol.enter("b");
        assertThatThrownBy(() -> protocol.cascade("b")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void resetForgetsWhoWaitsAndKeepsTheWorkColour() {
        script.armed.add(true);
        protocol.enter("a");
        for (int i = 1; i < Colours.COUNT; i++) {
            protocol.enter("q" + i);
        }
        assertThat(protocol.reset()).hasSize(16).startsWith("a", "q1").endsWith("q14", "q15");
        assertThat(protocol.first()).isNull();
        assertThat(protocol.isWaiting("q1")).isFalse();
        assertThat(protocol.isWaiting("q15")).isFalse();
        assertThat(protocol.flushColour()).isEqualTo(15);
        assertThat(protocol.workColour()).isEqualTo(15);
        assertThat(protocol.reset()).isEmpty();
    }

    @Test
    void adoptsAColourOnlyWhileNobodyWaits() {
        protocol.adoptColour(9);
        assertThat(protocol.flushColour()).isEqualTo(9);
        assertThat(protocol.workColour()).isEqualTo(9);
        script.armed.add(true);
        protocol.enter("a");
        protocol.adoptColour(3);
        assertThat(protocol.flushColour()).isEqualTo(9);
        assertThat(protocol.workColour()).isEqualTo(10);
    }
}
