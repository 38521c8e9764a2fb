package dev.wqflush.replay.oracle;

import dev.wqflush.replay.protocol.Colours;
import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.FlushProtocol;
import dev.wqflush.replay.protocol.FlushProtocol.Walker;
import dev.wqflush.replay.protocol.WalkKind;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The real protocol, call by call beside {@link KernelFlush}: what it asked of its walker, the twin has to ask in the
 * same order, given the same answers.
 */
final class CheckedProtocol implements FlushSteps {
    /** Something asked of the walker: a walk, or a completion if {@code kind} is null. */
    private record Call(@Nullable WalkKind kind, Flush by, Flush waiting, int flushColour, int workColour) {}

    private record Answered(Call call, boolean armed) {}

    private final Deque<Answered> script = new ArrayDeque<>();
    private final FlushProtocol<Flush> real;
    private final KernelFlush twin;

    CheckedProtocol(Walker<Flush> walker, int colour) {
        real = new FlushProtocol<>(recording(walker), Colours.COUNT, colour);
        twin = new KernelFlush(replaying(), colour);
    }

    @Override
    public FlushPath enter(Flush flush) {
        FlushPath path = real.enter(flush);
        agreed("path", path, twin.enter(flush));
        compareStates();
        return path;
    }

    @Override
    public void cascade(Flush flush) {
        real.cascade(flush);
        twin.cascade(flush);
        compareStates();
    }

    @Override
    public @Nullable Flush first() {
        return real.first();
    }

    private void compareStates() {
        agreed("calls left", script.size(), 0);
        agreed("first flusher", real.first(), twin.first());
        agreed("flush colour", real.flushColour(), twin.flushColour);
        agreed("work colour", real.workColour(), twin.workColour);
    }

    private Walker<Flush> recording(Walker<Flush> walker) {
        return new Walker<>() {
            @Override
            public boolean walk(WalkKind kind, Flush by, Flush waiting, int flushColour, int workColour) {
                boolean armed = walker.walk(kind, by, waiting, flushColour, workColour);
                script.add(new Answered(new Call(kind, by, waiting, flushColour, workColour), armed));
                return armed;
            }

            @Override
            public void completed(Flush flusher) {
                walker.completed(flusher);
                script.add(new Answered(new Call(null, flusher, flusher, 0, 0), false));
            }
        };
    }

    private Walker<Flush> replaying() {
        return new Walker<>() {
            @Override
            public boolean walk(WalkKind kind, Flush by, Flush waiting, int flushColour, int workColour) {
                return next(new Call(kind, by, waiting, flushColour, workColour));
            }

            @Override
            public void completed(Flush flusher) {
                next(new Call(null, flusher, flusher, 0, 0));
            }
        };
    }

    private boolean next(Call wanted) {
        Answered answered = script.poll();
        agreed("call", answered == null ? null : answered.call(), wanted);
        return answered != null && answered.armed();
    }

    private static void agreed(String what, @Nullable Object real, @Nullable Object kernel) {
        if (!Objects.equals(real, kernel)) {
            throw new AssertionError("protocol differs in " + what + ": real " + real + ", kernel " + kernel);
        }
    }
}
