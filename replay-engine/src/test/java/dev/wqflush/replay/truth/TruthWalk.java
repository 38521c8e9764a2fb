package dev.wqflush.replay.truth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One row of a {@code *.walks.tsv}: what the kernel counted for one walk. */
record TruthWalk(
        String pointer,
        int tid,
        String kind,
        boolean armedAny,
        long visits,
        long poolLocks,
        long nodeLocks,
        long armed,
        long v2PoolLocks,
        long listVisits,
        long listPoolLocks,
        long pwqs,
        String time,
        String workqueue) {

    static List<TruthWalk> read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        Map<String, Integer> column = new HashMap<>();
        String[] header = lines.get(0).split("\t", -1);
        for (int i = 0; i < header.length; i++) {
            column.put(header[i], i);
        }
        List<TruthWalk> walks = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cell = line.split("\t", -1);
            walks.add(new TruthWalk(
                    cell[column.get("wq_ptr")],
                    Integer.parseInt(cell[column.get("tid")]),
                    cell[column.get("kind")],
                    "1".equals(cell[column.get("armed_any")]),
                    number(cell, column, "visits"),
                    number(cell, column, "pool_locks"),
                    number(cell, column, "node_locks"),
                    number(cell, column, "armed"),
                    number(cell, column, "v2_pool_locks"),
                    number(cell, column, "al_visits"),
                    number(cell, column, "al_pool_locks"),
                    number(cell, column, "pwqs"),
                    cell[column.get("time_s")],
                    cell[column.get("wq")]));
        }
        return walks;
    }

    private static long number(String[] cell, Map<String, Integer> column, String name) {
        return Long.parseLong(cell[column.get(name)]);
    }
}
