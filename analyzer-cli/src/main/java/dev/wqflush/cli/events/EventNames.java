package dev.wqflush.cli.events;

import dev.wqflush.parsers.event.NameTable;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The names of a capture in the form of one output, each made once. */
final class EventNames {
    private final UnaryOperator<String> form;
    private NameTable names = new NameTable();
    private @Nullable String[] made = new String[256];

    EventNames(UnaryOperator<String> form) {
        this.form = form;
    }

    /** The ids that follow are of this table. */
    void begin(NameTable newNames) {
        names = newNames;
        Arrays.fill(made, null);
    }

    String of(int name) {
        if (name >= made.length) {
            made = Arrays.copyOf(made, Math.max(name + 1, made.length * 2));
        }
        String text = made[name];
        if (text == null) {
            text = form.apply(names.name(name));
            made[name] = text;
        }
        return text;
    }
}
