package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.EventContext;
import dev.wqflush.parsers.event.EventSink;
import dev.wqflush.parsers.event.EvidenceSource;
import dev.wqflush.parsers.event.NameTable;

/**
 * What one hit of a probe says, whether it was printed or recorded: which call of a flush, with which arguments. One
 * object serves all probes of a capture: {@link #entry} or {@link #exit} first, then arguments, then {@link #tell}.
 */
public final class ProbeHit {
    /** An entry probe sits behind ENDBR or the call of the function tracer at most. */
    private static final int ENTRY_OFFSETS = 16;

    /** Offsets of return addresses within {@code __flush_workqueue} are below this. */
    private static final int LONGEST_FUNCTION = 0x4000;

    private FlushFunction function = FlushFunction.OTHER;
    private boolean exit;
    private long returnOffset;
    private int armed;
    private long pointer;
    private int workqueue;
    private int flushColour;
    private int workColour;
    /** Where {@code __flush_workqueue} begins, 0 if not known. */
    private long flushAddress;

    /**
     * The probe was hit in a function.
     *
     * @param offset of the probe in the function; only an entry means something
     * @return whether the hit means something, so that its arguments are wanted
     */
    public boolean entry(FlushFunction probed, long offset) {
        exit = false;
        function = offset < ENTRY_OFFSETS ? probed : FlushFunction.OTHER;
        pointer = 0;
        workqueue = NameTable.NONE;
        flushColour = EventSink.NOT_SHOWN;
        workColour = EventSink.NOT_SHOWN;
        return function != FlushFunction.OTHER;
    }

    /** The same for a probe of which only the address is known; functions begin at multiples of 16. */
    public boolean entryAt(FlushFunction guessed, long address) {
        if (guessed == FlushFunction.FLUSH) {
            flushAddress = address & -ENTRY_OFFSETS;
        }
        return entry(guessed, 0);
    }

    /**
     * The probed function returned.
     *
     * @param offset of the return address in the caller, -1 if not known
     * @return whether the hit means something, so that its result is wanted
     */
    public boolean exit(FlushFunction probed, long offset) {
        exit = true;
        function = probed == FlushFunction.DRAIN ? FlushFunction.OTHER : probed;
        returnOffset = offset;
        armed = EventSink.NOT_SHOWN;
        return function != FlushFunction.OTHER;
    }

    /** The same where only addresses are known: the entry probe told where the caller of the walk begins. */
    public boolean exitTo(FlushFunction guessed, long functionAddress, long returnAddress) {
        if (guessed == FlushFunction.FLUSH) {
            flushAddress = functionAddress & -ENTRY_OFFSETS;
        }
        long distance = returnAddress - flushAddress;
        return exit(guessed, flushAddress != 0 && distance > 0 && distance < LONGEST_FUNCTION ? distance : -1);
    }

    /** What the function returned: a bool in the low byte. */
    public void result(long value) {
        armed = (value & 0xff) == 0 ? 0 : 1;
    }

    /** An argument that is a string. */
    public void string(int name) {
        workqueue = name;
    }

    /** An argument that is a number. */
    public void number(ProbeArgument argument, long value) {
        switch (argument) {
            case WORKQUEUE -> pointer = value;
            case FLUSH_COLOUR -> flushColour = colour((int) value);
            case WORK_COLOUR -> workColour = colour((int) value);
            case OTHER -> {
                // not asked for by anybody
            }
        }
    }

    /** -1 comes in every width; there are 16 colours. */
    private static int colour(int value) {
        if (value == 0xff || value == 0xffff) {
            return -1;
        }
        return value >= -1 && value < 16 ? value : EventSink.NOT_SHOWN;
    }

    /** Tells what the hit means, if it means something. */
    public void tell(EventContext at, EventSink sink) {
        at.from(EvidenceSource.PROBE);
        switch (function) {
            case FLUSH -> {
                if (exit) {
                    sink.flushReturned(at);
                } else {
                    sink.flushEntered(at, pointer, workqueue);
                }
            }
            case WALK -> {
                if (exit) {
                    sink.walkEnded(at, armed, returnOffset, EventContext.UNKNOWN);
                } else {
                    sink.walkBegan(at, pointer, workqueue, flushColour, workColour);
                }
            }
            case DRAIN -> sink.drainEntered(at, pointer, workqueue);
            case OTHER -> throw new IllegalStateException("a hit that means nothing was told");
        }
    }
}
