package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.input.Ascii;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What tracefs says of an event in its file {@code format}:
 *
 * <pre>
 * name: workqueue_execute_start
 * ID: 153
 * format:
 * 	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
 * 	...
 * 	field:void * work;	offset:8;	size:8;	signed:0;
 * </pre>
 *
 * @param name of the event, without its system
 * @param id the value of {@code common_type} in its records
 * @param fields in their order, {@code common_*} first
 */
public record EventFormat(String name, int id, List<Field> fields) {
    /** More than any event has; only damage goes beyond. */
    private static final int MOST_FIELDS = 512;

    /** The kernel cannot record more than a sub-buffer. */
    private static final int LONGEST_RECORD = 1 << 16;

    private static final byte[] NAME = Ascii.bytes("name: ");
    private static final byte[] ID = Ascii.bytes("ID: ");
    private static final byte[] FIELD = Ascii.bytes("field");
    private static final byte[] OFFSET = Ascii.bytes("offset:");
    private static final byte[] SIZE = Ascii.bytes("size:");
    private static final byte[] SIGNED = Ascii.bytes("signed:1");
    private static final byte[] DATA_LOC = Ascii.bytes("__data_loc ");
    private static final byte[] REL_LOC = Ascii.bytes("__rel_loc ");
    private static final byte[] PRINT = Ascii.bytes("print fmt:");

    /** Keeps the list as it is now. */
    public EventFormat {
        fields = List.copyOf(fields);
    }

    /** Reads a format; null if {@code b[from, to)} is none. */
    public static @Nullable EventFormat parse(byte[] b, int from, int to) {
        String name = null;
        int id = -1;
        List<Field> fields = new ArrayList<>();
        int next;
        for (int line = from; line < to && fields.size() < MOST_FIELDS; line = next) {
            int newline = Ascii.indexOf(b, line, to, (byte) '\n');
            int end = newline < 0 ? to : newline;
            next = end + 1;
            int start = line;
            while (start < end && (b[start] == '\t' || b[start] == ' ')) {
                start++;
            }
            if (Ascii.startsWith(b, start, end, NAME)) {
                name = text(b, start + NAME.length, end);
            } else if (Ascii.startsWith(b, start, end, ID)) {
                id = (int) Ascii.decimal(b, start + ID.length, end);
            } else if (Ascii.startsWith(b, start, end, FIELD)) {
                Field field = field(b, start, end);
                if (field != null) {
                    fields.add(field);
                }
            } else if (Ascii.startsWith(b, start, end, PRINT)) {
                break;
            }
        }
        return name == null || id < 0 ? null : new EventFormat(name, id, fields);
    }

    /** The field of this name; null if there is none. */
    public @Nullable Field field(String wanted) {
        for (Field field : fields) {
            if (field.name().equals(wanted)) {
                return field;
            }
        }
        return null;
    }

    /** {@code field:TYPE NAME[N]; offset:N; size:N; signed:N;}, in texts of old kernels {@code field special:}. */
    static @Nullable Field field(byte[] b, int from, int to) {
        int colon = Ascii.indexOf(b, from, to, (byte) ':');
        int semicolon = colon < 0 ? -1 : Ascii.indexOf(b, colon, to, (byte) ';');
        int offset = semicolon < 0 ? -1 : Ascii.indexOf(b, semicolon, to, OFFSET);
        int size = offset < 0 ? -1 : Ascii.indexOf(b, offset, to, SIZE);
        if (size < 0) {
            return null;
        }
        long offsetValue = Ascii.decimal(b, offset + OFFSET.length, to);
        long sizeValue = Ascii.decimal(b, size + SIZE.length, to);
        if (offsetValue < 0 || offsetValue > LONGEST_RECORD || sizeValue < 0 || sizeValue > LONGEST_RECORD) {
            return null;
        }
        int declaration = colon + 1;
        int bracket = b[semicolon - 1] == ']' ? Ascii.lastIndexOf(b, declaration, semicolon, new byte[] {'['}) : -1;
        int nameEnd = bracket < 0 ? semicolon : bracket;
        int nameFrom = nameEnd;
        while (nameFrom > declaration && Ascii.isIdentifier(b[nameFrom - 1])) {
            nameFrom--;
        }
        return new Field(
                text(b, nameFrom, nameEnd),
                (int) offsetValue,
                (int) sizeValue,
                Ascii.indexOf(b, size, to, SIGNED) >= 0,
                kind(b, declaration, semicolon, bracket >= 0));
    }

    private static Field.Kind kind(byte[] b, int from, int to, boolean array) {
        if (Ascii.startsWith(b, from, to, DATA_LOC)) {
            return Field.Kind.DYNAMIC;
        }
        if (Ascii.startsWith(b, from, to, REL_LOC)) {
            return Field.Kind.RELATIVE;
        }
        return array ? Field.Kind.ARRAY : Field.Kind.NUMBER;
    }

    private static String text(byte[] b, int from, int to) {
        return new String(b, from, to - from, StandardCharsets.ISO_8859_1).strip();
    }
}
