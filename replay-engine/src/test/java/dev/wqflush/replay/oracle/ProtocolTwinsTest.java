package dev.wqflush.replay.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.FlushProtocol.Walker;
import dev.wqflush.replay.protocol.WalkKind;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The protocol and its twin under a walker that arms or not as it likes: histories that no model would produce too. */
class ProtocolTwinsTest {
    private static final int SCHEDULES = 2_000;
    private static final int STEPS = 200;

    @Test
    void agreeWhateverIsArmed() {
        int[] overflows = new int[1];
        Seeds.forEach(ProtocolTwinsTest.class, SCHEDULES, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            int armsInTen = random.nextInt(1, 10);
            int entersInTen = random.nextInt(3, 10);
            CheckedProtocol protocol = new CheckedProtocol(arming(random, armsInTen), random.nextInt(16));
            for (int step = 0; step < STEPS; step++) {
                Flush first = protocol.first();
                if (first == null || random.nextInt(10) < entersInTen) {
                    overflows[0] += protocol.enter(new Flush(step)) == FlushPath.OVERFLOW ? 1 : 0;
                } else {
                    protocol.cascade(first);
                }
            }
            drain(protocol);
        });
        assertThat(overflows[0])
                .as("flushers in overflow")
                .isGreaterThan(Long.getLong("oracle.seed") == null ? 100 : -1);
    }

    /** However many wait, cascades come to an end. */
    private static void drain(CheckedProtocol protocol) {
        for (@Nullable Flush first = protocol.first(); first != null; first = protocol.first()) {
            protocol.cascade(first);
        }
    }

    private static Walker<Flush> arming(SplittableRandom random, int armsInTen) {
        return new Walker<>() {
            @Override
            public boolean walk(WalkKind kind, Flush by, Flush waiting, int flushColour, int workColour) {
                return flushColour >= 0 && random.nextInt(10) < armsInTen;
            }

            @Override
            public void completed(Flush flusher) {
                flusher.letGo = true;
            }
        };
    }
}
