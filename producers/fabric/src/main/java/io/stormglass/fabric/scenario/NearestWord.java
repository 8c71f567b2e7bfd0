package io.stormglass.fabric.scenario;

import java.util.Arrays;
import java.util.Locale;

/** What somebody may have meant who wrote a word that is not known. */
public final class NearestWord {
    private NearestWord() {}

    /** {@code ; did you mean X?} where a word is near. */
    public static String hint(String word, Iterable<String> words) {
        String best = "";
        int least = Math.max(2, word.length() / 3) + 1;
        for (String each : words) {
            int distance = distance(word.toLowerCase(Locale.ROOT), each.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                best = each;
            }
        }
        return best.isEmpty() ? "" : "; did you mean '" + best + "'?";
    }

    /** Levenshtein's: insertions, deletions and replacements. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        Arrays.setAll(row, i -> i);
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
