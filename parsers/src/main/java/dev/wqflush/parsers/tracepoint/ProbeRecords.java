package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.payload.FlushFunction;
import dev.wqflush.parsers.payload.ProbeArgument;
import dev.wqflush.parsers.payload.ProbeHit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The records of kprobes, kretprobes and fprobes, told by the fields that tracefs gives them before their arguments.
 */
final class ProbeRecords {
    private static final String ENTRY = "__probe_ip";
    private static final String FUNCTION = "__probe_func";
    private static final String RETURN = "__probe_ret_ip";

    private ProbeRecords() {}

    /** The decoder of an event, null if it is no probe of these. */
    static @Nullable RecordDecoder of(EventFormat format, Layout layout, int name, Symbols symbols, ProbeHit hit) {
        FlushFunction guess = FlushFunction.byProbeName(format.name());
        if (format.field(ENTRY) != null) {
            return entry(format, layout, name, guess, symbols, hit);
        }
        return format.field(RETURN) == null ? null : exit(format, layout, name, guess, symbols, hit);
    }

    private static RecordDecoder entry(
            EventFormat format, Layout layout, int name, FlushFunction guess, Symbols symbols, ProbeHit hit) {
        Field place = layout.need(ENTRY);
        Field[] arguments = arguments(format);
        ProbeArgument[] meanings = new ProbeArgument[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            byte[] argument = arguments[i].nameBytes();
            meanings[i] = ProbeArgument.named(argument, 0, argument.length);
        }
        return (at, record, sink) -> {
            long address = record.number(place);
            KernelFunction probed = symbols.at(address);
            boolean meant = probed.isKnown()
                    ? hit.entry(probed.flush(), probed.offsetOf(address))
                    : hit.entryAt(guess, address);
            if (!meant) {
                sink.otherEvent(at, name);
                return name;
            }
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i].isText()) {
                    hit.string(record.text(arguments[i]));
                } else {
                    hit.number(meanings[i], record.number(arguments[i]));
                }
            }
            hit.tell(at, sink);
            return name;
        };
    }

    private static RecordDecoder exit(
            EventFormat format, Layout layout, int name, FlushFunction guess, Symbols symbols, ProbeHit hit) {
        Field function = layout.need(FUNCTION);
        Field returnTo = layout.need(RETURN);
        Field result = result(arguments(format));
        return (at, record, sink) -> {
            long address = record.number(function);
            long returnAddress = record.number(returnTo);
            KernelFunction probed = symbols.at(address);
            boolean meant = probed.isKnown()
                    ? hit.exit(probed.flush(), offset(symbols.at(returnAddress), returnAddress))
                    : hit.exitTo(guess, address, returnAddress);
            if (!meant) {
                sink.otherEvent(at, name);
                return name;
            }
            if (result != null && !result.isText()) {
                hit.result(record.number(result));
            }
            hit.tell(at, sink);
            return name;
        };
    }

    /** A walk is called by flushes; the trampoline of function_graph may stand for its caller. */
    private static long offset(KernelFunction caller, long returnAddress) {
        return caller.flush() == FlushFunction.FLUSH ? caller.offsetOf(returnAddress) : -1;
    }

    /** {@code ret..}, or the first argument by another name. */
    private static @Nullable Field result(Field[] arguments) {
        for (Field argument : arguments) {
            if (argument.name().startsWith("ret")) {
                return argument;
            }
        }
        return arguments.length == 0 ? null : arguments[0];
    }

    private static Field[] arguments(EventFormat format) {
        List<Field> arguments = new ArrayList<>();
        for (Field field : format.fields()) {
            if (!field.name().startsWith("common_") && !field.name().startsWith("__probe_")) {
                arguments.add(field);
            }
        }
        return arguments.toArray(new Field[0]);
    }
}
