package dev.wqflush.cli.simulate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.wqflush.replay.topology.CpuSet;
import dev.wqflush.replay.topology.Topology;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Writes what {@code topology.json} can hold of a machine. */
public final class TopologyWriter {
    private TopologyWriter() {}

    /** Writes one object; a key whose value is not known is left out. */
    public static void write(Topology topology, OutputStream out) throws IOException {
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            json.writeStartObject();
            if (topology.kernel() != null) {
                json.writeStringField("kernel", topology.kernel().text());
            }
            json.writeStringField("possible", topology.possible().toString());
            if (topology.online() != null) {
                json.writeStringField("online", topology.online().toString());
            }
            list(json, "nodes_online_cpus", topology.nodes());
            list(json, "llc", topology.caches());
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }

    private static void list(JsonGenerator json, String name, List<CpuSet> sets) throws IOException {
        json.writeArrayFieldStart(name);
        for (CpuSet set : sets) {
            json.writeString(set.toString());
        }
        json.writeEndArray();
    }
}
