package dev.wqflush.parsers.tracepoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.input.Ascii;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventFormatTest {
    private static final String TEXT = """
            name: walk
            ID: 2076
            format:
            \tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;

            \tfield:unsigned long __probe_ip;\toffset:8;\tsize:8;\tsigned:0;
            \tfield:__data_loc char[] name;\toffset:16;\tsize:4;\tsigned:1;
            \tfield:__rel_loc char[] near;\toffset:20;\tsize:4;\tsigned:0;
            \tfield:char comm[16];\toffset:24;\tsize:16;\tsigned:0;
            \tfield special:void * const * pointer;\toffset:40;\tsize:8;
            \tfield:unsigned long args[];\toffset:48;\tsize:0;\tsigned:0;

            print fmt: "field:int x;\toffset:1;\tsize:1;\\nfield:", REC->name
            \tfield:int behind;\toffset:0;\tsize:4;\tsigned:1;
            """;

    @Test
    void fieldsByName() {
        EventFormat format = Objects.requireNonNull(parse(TEXT));

        assertThat(format.name()).isEqualTo("walk");
        assertThat(format.id()).isEqualTo(2076);
        assertThat(format.fields())
                .containsExactly(
                        new Field("common_type", 0, 2, false, Field.Kind.NUMBER),
                        new Field("__probe_ip", 8, 8, false, Field.Kind.NUMBER),
                        new Field("name", 16, 4, true, Field.Kind.DYNAMIC),
                        new Field("near", 20, 4, false, Field.Kind.RELATIVE),
                        new Field("comm", 24, 16, false, Field.Kind.ARRAY),
                        new Field("pointer", 40, 8, false, Field.Kind.NUMBER),
                        new Field("args", 48, 0, false, Field.Kind.ARRAY));
        assertThat(format.field("comm")).isSameAs(format.fields().get(4));
        assertThat(format.field("behind")).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "'ID: 1\nformat:\n'",
        "'name: x\nformat:\n'",
        "''",
        "'field:int x;\toffset:99999999999999999999;\tsize:4;'"
    })
    void whatIsNoFormat(String text) {
        assertThat(parse(text)).isNull();
    }

    @Test
    void fieldsBeyondAnyRecordAreLeftOut() {
        EventFormat format = Objects.requireNonNull(parse("""
                name: x
                ID: 1
                \tfield:int a;\toffset:70000;\tsize:4;
                \tfield:int b;\toffset:4;\tsize:-4;
                \tfield:int c
                \tfield:;\toffset:4;\tsize:4;
                """));

        assertThat(format.fields())
                .containsExactly(
                        new Field("b", 4, 0, false, Field.Kind.NUMBER), new Field("", 4, 4, false, Field.Kind.NUMBER));
    }

    private static @Nullable EventFormat parse(String text) {
        byte[] bytes = Ascii.bytes(text);
        return EventFormat.parse(bytes, 0, bytes.length);
    }
}
