package io.stormglass.models.consistency;

import io.stormglass.models.event.PortKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is so at a moment: the misfits of one kind at one entity, put together. */
record Condition(ConsistencyKind kind, String entity, List<PortKey> ports, List<String> evidence) {
    /** Kind and entity, which a finding is the same by. */
    record Key(ConsistencyKind kind, String entity) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byKind = kind.compareTo(other.kind);
            return byKind != 0 ? byKind : entity.compareTo(other.entity);
        }
    }

    /** Many ports of one entity are one condition. */
    static SortedMap<Key, Condition> of(Collection<Misfit> misfits, int listed) {
        TreeMap<Key, TreeSet<Misfit>> grouped = new TreeMap<>();
        for (Misfit misfit : misfits) {
            grouped.computeIfAbsent(new Key(misfit.kind(), misfit.entity()), key -> new TreeSet<>())
                    .add(misfit);
        }
        TreeMap<Key, Condition> conditions = new TreeMap<>();
        grouped.forEach((key, group) -> conditions.put(key, of(key, group, listed)));
        return conditions;
    }

    private static Condition of(Key key, SortedSet<Misfit> group, int listed) {
        TreeSet<PortKey> ports = new TreeSet<>();
        Map<String, List<PortKey>> byWords = new LinkedHashMap<>();
        for (Misfit misfit : group) {
            ports.addAll(misfit.concerned());
            byWords.computeIfAbsent(misfit.words(), words -> new ArrayList<>()).add(misfit.port());
        }
        List<String> evidence = new ArrayList<>();
        int left = group.size();
        for (Map.Entry<String, List<PortKey>> each : byWords.entrySet()) {
            if (evidence.size() == listed) {
                evidence.add("and " + left + (left == 1 ? " more port" : " more ports"));
                break;
            }
            evidence.add(names(each.getValue(), listed) + " " + each.getKey());
            left -= each.getValue().size();
        }
        return new Condition(key.kind(), key.entity(), List.copyOf(ports), evidence);
    }

    private static String names(List<PortKey> ports, int listed) {
        List<String> names = ports.stream().limit(listed).map(Words::port).toList();
        int more = ports.size() - names.size();
        String all = String.join(", ", names);
        return more == 0 ? all + (ports.size() > 1 ? " each" : "") : all + " and " + more + " more ports each";
    }
}
