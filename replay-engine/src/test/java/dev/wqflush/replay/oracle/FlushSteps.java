package dev.wqflush.replay.oracle;

import dev.wqflush.replay.protocol.FlushPath;
import dev.wqflush.replay.protocol.FlushProtocol.Walker;
import org.jspecify.annotations.Nullable;

/** What a simulation asks of the protocol. */
interface FlushSteps {
    /** Makes the protocol of one workqueue. */
    @FunctionalInterface
    interface Factory {
        /** A workqueue that nobody flushes, at colour {@code colour}. */
        FlushSteps create(Walker<Flush> walker, int colour);
    }

    /** A flusher holds the mutex for the first time. */
    FlushPath enter(Flush flush);

    /** The first flusher holds the mutex again. */
    void cascade(Flush flush);

    /** The flusher for which pwqs are armed. */
    @Nullable
    Flush first();
}
