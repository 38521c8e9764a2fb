package dev.wqflush.parsers.tracepoint;

import dev.wqflush.parsers.input.Ascii;

/**
 * A field of a record.
 *
 * @param offset from the record's first byte
 * @param size bytes; of a dynamic field, those of its descriptor; 0 for an array that takes the record's rest
 */
public record Field(String name, int offset, int size, boolean signed, Kind kind) {
    /** How a field holds its value. */
    public enum Kind {
        /** A number or a pointer. */
        NUMBER,
        /** Characters, or numbers, that stand in the field. */
        ARRAY,
        /** {@code __data_loc}: the descriptor's offset counts from the record's first byte. */
        DYNAMIC,
        /** {@code __rel_loc}: the descriptor's offset counts from the field's end. */
        RELATIVE
    }

    /** Where the field ends, exclusive. */
    public int end() {
        return offset + size;
    }

    /** Whether the field is text, or points to text. */
    public boolean isText() {
        return kind != Kind.NUMBER;
    }

    /** The bytes of the name. */
    byte[] nameBytes() {
        return Ascii.bytes(name);
    }
}
