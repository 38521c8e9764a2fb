package dev.wqflush.parsers.payload;

import dev.wqflush.parsers.event.NameTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds the decoder of an event by the id of its name. */
public final class EventTable {
    private final NameTable names;
    private final ProbeDecoder.Site sites;
    private @Nullable PayloadDecoder[] decoders = new PayloadDecoder[256];

    public EventTable(NameTable names) {
        this.names = names;
        this.sites = new ProbeDecoder.Site(names);
        new WorkqueueEventTable(names).addTo(this);
        new SchedEventTable(names).addTo(this);
        LockEventTable.addTo(this);
    }

    void add(String name, PayloadDecoder decoder) {
        put(names.intern(name), decoder);
    }

    /** The decoder of a name; one that is not in the table may be a probe, which its payload tells. */
    public PayloadDecoder of(int name) {
        PayloadDecoder known = name < decoders.length ? decoders[name] : null;
        if (known != null) {
            return known;
        }
        PayloadDecoder decoder = new ProbeDecoder(name, sites);
        put(name, decoder);
        return decoder;
    }

    /** Whether an event of this name was decoded before, or is of the table. */
    public boolean knows(int name) {
        return name < decoders.length && decoders[name] != null;
    }

    private void put(int name, PayloadDecoder decoder) {
        if (name >= decoders.length) {
            decoders = Arrays.copyOf(decoders, Math.max(name + 1, decoders.length * 2));
        }
        decoders[name] = decoder;
    }
}
