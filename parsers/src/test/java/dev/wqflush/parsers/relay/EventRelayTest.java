package dev.wqflush.parsers.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wqflush.parsers.EventLog;
import dev.wqflush.parsers.TraceFormats;
import dev.wqflush.parsers.api.TraceReader;
import dev.wqflush.parsers.diag.ReadStatistics;
import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.ExecutionContext;
import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.event.TaskState;
import dev.wqflush.parsers.event.TraceClock;
import dev.wqflush.parsers.input.TraceSource;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another thread hears what would have been heard on this one. */
class EventRelayTest {
    private static final TaskState[] STATES = TaskState.values();
    private static final ExecutionContext[] EXECUTIONS = ExecutionContext.values();
    private static final EvidenceSource[] SOURCES = EvidenceSource.values();

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 2_048, 2_049, 50_000})
    void theSameCallsInTheSameOrder(int calls) {
        EventLog direct = new EventLog();
        EventLog relayed = new EventLog();

        speak(direct, calls);
        try (EventRelay relay = new EventRelay(relayed)) {
            speak(relay, calls);
            relay.finish();
        }

        assertThat(relayed.lines()).isEqualTo(direct.lines());
        assertThat(relayed.contexts()).isEqualTo(direct.contexts());
    }

    /** Every call with every kind of argument, and names that are new now and then. */
    private static void speak(EventSink sink, int calls) {
        Random random = new Random(calls);
        NameTable names = new NameTable();
        EventContext at = new EventContext();
        sink.captureBegan(names);
        sink.kernelRelease("7.3");
        sink.clock(TraceClock.COUNTER);
        for (int i = 0; i < calls; i++) {
            int name = names.intern("name" + random.nextInt(1 + i / 10));
            int n = random.nextInt();
            long address = random.nextLong();
            at.set(address + 1, n & 7, n & 0xffff, name, EXECUTIONS[random.nextInt(EXECUTIONS.length)], n & 15, i)
                    .from(SOURCES[random.nextInt(SOURCES.length)])
                    .named(name);
            switch (random.nextInt(20)) {
                case 0 -> sink.workQueued(at, address, name, 1, n, ~n);
                case 1 -> sink.workActivated(at, address);
                case 2 -> sink.workStarted(at, address, name);
                case 3 -> sink.workEnded(at, address, name);
                case 4 -> sink.contentionBegan(at, address, n);
                case 5 -> sink.contentionEnded(at, address, n);
                case 6 -> sink.contendedReleased(at, address);
                case 7 -> sink.switched(at, n, name, STATES[random.nextInt(STATES.length)], ~n, 1);
                case 8 -> sink.waking(at, n, name, ~n);
                case 9 -> sink.wakeup(at, n, name, ~n);
                case 10 -> sink.migrated(at, n, ~n, n + 1);
                case 11 -> sink.flushEntered(at, address, name);
                case 12 -> sink.flushReturned(at);
                case 13 -> sink.walkBegan(at, address, name, n, ~n);
                case 14 -> sink.walkEnded(at, n, address, ~address);
                case 15 -> sink.poolLockCycled(at);
                case 16 -> sink.drainEntered(at, address, name);
                case 17 -> sink.otherEvent(at, name);
                case 18 -> sink.eventsLost(n & 7, address, i);
                default -> sink.bufferStarted(n & 7, i);
            }
        }
    }

    @Test
    void theSinkMayInternNamesWhenACaptureBegins() {
        NameTable names = new NameTable();
        int[] own = new int[1];
        EventSink sink = new EventSink() {
            @Override
            public void captureBegan(NameTable table) {
                own[0] = table.intern("own");
            }
        };
        try (EventRelay relay = new EventRelay(sink)) {
            for (int i = 0; i < 5_000; i++) {
                relay.otherEvent(new EventContext(), names.intern("before" + i));
            }
            relay.captureBegan(names);

            assertThat(names.intern("own")).isEqualTo(own[0]);
        }
    }

    @Test
    void aReaderEndsWhenNoMoreIsWanted() {
        String lines = "  sh-1 [000] ..... 1.000001: e: x\n".repeat(100_000);
        EventLog log = new EventLog();
        ReadStatistics read;
        try (EventRelay relay = new EventRelay(log, 5_000);
                TraceReader reader =
                        TraceFormats.open(TraceSource.bytes(lines.getBytes(StandardCharsets.US_ASCII), "x"))) {
            read = reader.read(relay);
            relay.finish();
        }

        assertThat(log.contexts()).hasSize(5_000);
        assertThat(read.linesRead()).isEqualTo(5_000);
        assertThat(read.bytes()).isEqualTo(lines.length());
        assertThat(read.problems().examples()).isEmpty();
    }

    @Test
    void whatTheSinkThrowsIsThrownToTheReader() {
        int[] heard = new int[1];
        EventSink sink = new EventSink() {
            @Override
            public void otherEvent(EventContext at, int eventName) {
                heard[0]++;
                throw new IllegalStateException("broken");
            }
        };
        try (EventRelay relay = new EventRelay(sink)) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100_000; i++) {
                            relay.otherEvent(new EventContext(), 1);
                        }
                    })
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("broken");
            assertThatThrownBy(relay::finish).isInstanceOf(IllegalStateException.class);
        }
        assertThat(heard[0]).isEqualTo(1);
    }
}
