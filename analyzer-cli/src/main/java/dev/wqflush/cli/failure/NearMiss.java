package dev.wqflush.cli.failure;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what someone probably meant. */
public final class NearMiss {
    /** One letter in three may be wrong. */
    private static final int LETTERS_PER_MISTAKE = 3;

    private NearMiss() {}

    /** The known word that is nearest to the given one, if one is near. */
    public static Optional<String> of(String given, Collection<String> known) {
        int allowed = Math.max(1, given.length() / LETTERS_PER_MISTAKE);
        return known.stream()
                .filter(word -> distance(given, word) <= allowed)
                .min(Comparator.comparingInt((String word) -> distance(given, word))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** Letters to insert, drop, replace or swap with a neighbour. */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replaced, Math.min(d[i - 1][j], d[i][j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }

    /** Ends the sentence that there is no such thing: with what was meant perhaps, or with all that there is. */
    public static String among(String typed, Collection<String> known) {
        return of(typed, known)
                .map(near -> "did you mean " + near + "?")
                .orElse("there are " + String.join(", ", known) + ".");
    }
}
