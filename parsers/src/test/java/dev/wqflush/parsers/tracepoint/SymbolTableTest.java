package dev.wqflush.parsers.tracepoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wqflush.parsers.event.NameTable;
import dev.wqflush.parsers.input.Ascii;
import dev.wqflush.parsers.payload.FlushFunction;
import org.junit.jupiter.api.Test;

class SymbolTableTest {
    private static final String TEXT = """
            0000000000015000 A cpu_number
            ffffffff81000000 T _text
            ffffffff81000100 t first_alias
            ffffffff81000100 t second_alias
            ffffffff81000200 T __flush_workqueue
            ffffffff81000200 t $x
            ffffffff81000800 t _raw_spin_unlock_irq
            ffffffffc0000000 t work_fn.isra.0\t[wqload]
            ffffffffc0000300 t last\t[wqload]
            ffffffffa0000000 t flush_workqueue_prep_pwqs.part.0\t[odd]
            """;

    private final NameTable names = new NameTable();
    private final SymbolTable symbols = table(TEXT);

    private SymbolTable table(String text) {
        byte[] bytes = Ascii.bytes(text);
        return new SymbolTable(names, bytes, 0, bytes.length);
    }

    private String name(long address) {
        return names.name(symbols.at(address).name());
    }

    @Test
    void theFunctionThatHoldsAnAddress() {
        assertThat(name(0xffffffff81000000L)).isEqualTo("_text");
        assertThat(name(0xffffffff81000104L)).isEqualTo("first_alias");
        assertThat(name(0xffffffffc0000010L)).isEqualTo("work_fn.isra.0");
        assertThat(name(0xffffffffc0000300L)).isEqualTo("last");
    }

    @Test
    void whatItMeansToAFlush() {
        KernelFunction flush = symbols.at(0xffffffff810004eeL);

        assertThat(flush.flush()).isEqualTo(FlushFunction.FLUSH);
        assertThat(flush.offsetOf(0xffffffff810004eeL)).isEqualTo(0x2ee);
        assertThat(symbols.at(0xffffffffa0000000L).flush()).isEqualTo(FlushFunction.WALK);
        assertThat(symbols.at(0xffffffff81000800L).unlocks()).isTrue();
        assertThat(flush.unlocks()).isFalse();
    }

    /** Where the last symbol ends is not told, and below the first there is nothing. */
    @Test
    void addressesOfNoFunction() {
        assertThat(name(0xffffffffc0000301L)).isEqualTo("0xffffffffc0000301");
        assertThat(name(0x15008L)).isEqualTo("0x15008");
        assertThat(symbols.at(0).isKnown()).isFalse();
        assertThat(symbols.at(0).offsetOf(0)).isEqualTo(-1);
    }

    @Test
    void withoutTheRightToKnowAddresses() {
        SymbolTable hidden = table("0000000000000000 T _text\n0000000000000000 t f\n");

        assertThat(names.name(hidden.at(0xffffffff81000104L).name())).isEqualTo("0xffffffff81000104");
        assertThat(table("").at(1).isKnown()).isFalse();
        assertThat(table("\n\nx\nffffffff81000000\nffffffff81000000 t\n").at(1).isKnown())
                .isFalse();
    }
}
