package dev.wqflush.replay.oracle;

import dev.wqflush.replay.protocol.FlushProtocol.Walker;

/** A cascade that skips a colour: takes the one after the finished one for finished too, without arming it. */
final class SkippingCascade extends KernelFlush {
    SkippingCascade(Walker<Flush> walker, int colour) {
        super(walker, colour);
    }

    @Override
    void advanceFlushColour() {
        super.advanceFlushColour();
        if (!flusherQueue.isEmpty()) {
            completeMates();
            super.advanceFlushColour();
        }
    }
}
