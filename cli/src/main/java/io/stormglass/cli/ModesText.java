package io.stormglass.cli;

import io.stormglass.avro.CcMode;
import io.stormglass.avro.CcModeShare;
import io.stormglass.models.modes.ModeRow;
import io.stormglass.models.modes.Racks;
import io.stormglass.models.shadow.FlowClass;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Congestion control by rack, for a person; empty where no rack is known whose flows are mostly of a known class. */
final class ModesText {
    private static final int MOST_RACKS = 30;

    private ModesText() {}

    static String of(List<CcMode> modes) {
        if (modes.stream().noneMatch(ModesText::tells)) {
            return "";
        }
        List<CcMode> racks = modes.stream()
                .filter(mode -> !isFabric(mode))
                .sorted(Comparator.comparing(CcMode::getFabric).thenComparing(CcMode::getRack))
                .toList();
        Table table = new Table("lrll");
        table.row("rack", "flows", "most are", "all");
        racks.stream().limit(MOST_RACKS).forEach(mode -> row(table, mode.getRack(), mode));
        modes.stream().filter(ModesText::isFabric).forEach(mode -> row(table, "all of " + mode.getFabric(), mode));
        String more = racks.size() <= MOST_RACKS
                ? ""
                : "  ... and " + Words.plural(racks.size() - MOST_RACKS, "more rack", "more racks") + '\n';
        return "\nCongestion control by rack\n" + table + more;
    }

    private static boolean isFabric(CcMode mode) {
        return mode.getRack().equals(ModeRow.WHOLE_FABRIC);
    }

    private static boolean tells(CcMode mode) {
        return !isFabric(mode)
                && !mode.getRack().equals(Racks.UNKNOWN)
                && !mode.getDominantClass().isEmpty()
                && !mode.getDominantClass().equals(FlowClass.UNKNOWN.text());
    }

    private static void row(Table table, String rack, CcMode mode) {
        String all = mode.getClasses().stream()
                .map(share -> share.getClass$() + " " + percent(share))
                .collect(Collectors.joining(", "));
        table.row(rack, Words.count(mode.getFlows()), mode.getDominantClass(), all);
    }

    private static String percent(CcModeShare share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share.getShare());
    }
}
