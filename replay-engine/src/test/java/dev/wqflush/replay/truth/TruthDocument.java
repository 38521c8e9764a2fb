package dev.wqflush.replay.truth;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of {@code docs/models.md}: a block of code below the comment {@code <!-- truth-table: NAME -->} each. */
final class TruthDocument {
    private static final Pattern BLOCK =
            Pattern.compile("(<!-- truth-table: (.*?) -->\\n+```\\n).*?(?=```\\n)", Pattern.DOTALL);

    private static final String DAMAGE = "damage";

    private final Map<String, String> tables = new TreeMap<>();

    static TruthDocument of(Path folder) throws IOException {
        TruthDocument document = new TruthDocument();
        List<Measurement> measurements = Measurement.ofShared(folder);
        document.tables.put("levels", TruthTable.sums(measurements));
        for (int level : InputLevels.ALL) {
            document.tables.put("level " + level, TruthTable.level(measurements, level));
        }
        document.tables.put("flushes", TruthTable.flushes(measurements));
        document.tables.put("prediction", Prediction.table(measurements));
        document.tables.put("stock kernels", TruthTable.stock(measurements));
        document.tables.put("trace alone", TruthTable.alone(folder));
        document.tables.put("pools", TruthTable.pools(folder));
        document.tables.put("function_graph", TruthTable.graph(folder));
        return document;
    }

    /** Adds the table of damaged captures, which takes minutes; without it the text keeps the one that it has. */
    TruthDocument withDamage(Path folder) throws IOException {
        tables.put(DAMAGE, DamageTable.table(folder));
        return this;
    }

    /** The text with its tables as they are now. */
    String renew(String text) {
        return BLOCK.matcher(text).replaceAll(this::block);
    }

    private String block(MatchResult block) {
        String table = tables.get(block.group(2));
        if (table == null && block.group(2).equals(DAMAGE)) {
            return Matcher.quoteReplacement(block.group());
        }
        if (table == null) {
            throw new IllegalArgumentException("no table " + block.group(2) + ", only " + tables.keySet());
        }
        return Matcher.quoteReplacement(block.group(1) + table);
    }
}
