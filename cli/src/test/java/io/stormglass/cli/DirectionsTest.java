package io.stormglass.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The directions of docs/design.md, "Modules", held against the compiled classes of every module. */
final class DirectionsTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.stormglass");

    /** Package of a module, and the packages of other modules that it may use. */
    private static final Map<String, List<String>> ALLOWED = Map.ofEntries(
            Map.entry("models", List.of()),
            Map.entry("avro", List.of()),
            Map.entry("testkit", List.of()),
            Map.entry("schemas", List.of("models", "avro")),
            Map.entry("embedded", List.of("models", "schemas", "avro")),
            Map.entry("emulator", List.of("models")),
            Map.entry("capture", List.of("models")),
            Map.entry("publisher", List.of("models", "schemas", "avro")),
            Map.entry("fabric", List.of("models", "schemas", "avro", "emulator", "publisher")),
            Map.entry("replay", List.of("models", "schemas", "avro", "capture", "publisher")),
            Map.entry("agents", List.of("models", "schemas", "avro", "capture", "publisher")),
            Map.entry("streams", List.of("models", "schemas", "avro")));

    @TestFactory
    List<DynamicTest> everyModuleUsesOnlyTheModulesThatTheDesignNames() {
        List<DynamicTest> tests = new ArrayList<>();
        ALLOWED.forEach((module, allowed) -> tests.add(DynamicTest.dynamicTest(module, () -> {
            List<String> packages = new ArrayList<>();
            packages.add("io.stormglass." + module + "..");
            allowed.forEach(other -> packages.add("io.stormglass." + other + ".."));
            noClasses()
                    .that()
                    .resideInAPackage("io.stormglass." + module + "..")
                    .should()
                    .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("io.stormglass..")
                            .and(JavaClass.Predicates.resideOutsideOfPackages(packages.toArray(String[]::new))))
                    .allowEmptyShould(true)
                    .check(ALL);
        })));
        return tests;
    }

    @Test
    void everyPackageBelongsToAModuleOfTheDesign() {
        assertThat(ALL.stream()
                        .map(type -> type.getPackageName().split("\\.", -1)[2])
                        .distinct()
                        .filter(module -> !module.equals("cli"))
                        .toList())
                .isSubsetOf(ALLOWED.keySet());
    }

    @Test
    void modelsAndTheEmulatorNeedNothingButTheJdk() {
        classes()
                .that()
                .resideInAnyPackage("io.stormglass.models..", "io.stormglass.emulator..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "io.stormglass.models..", "io.stormglass.emulator..", "org.jspecify..")
                .check(ALL);
    }

    @Test
    void modelsAndTheEmulatorReadNoClockDoNoInputOrOutputAndDrawNoRandomNumberOfTheirOwn() {
        noClasses()
                .that()
                .resideInAnyPackage("io.stormglass.models..", "io.stormglass.emulator..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(java.util.Random.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.io..", "java.nio.file..", "java.nio.channels..", "java.net..", "java.util.logging..")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.time.Clock")
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.concurrent.ThreadLocalRandom")
                .check(ALL);
    }

    @Test
    void everyStreamsBuilderIsGivenItsTopologyConfig() {
        noClasses()
                .should()
                .callConstructor(org.apache.kafka.streams.StreamsBuilder.class)
                .because("without a TopologyConfig the check for explicit internal names is ignored")
                .check(ALL);
    }

    @Test
    void noPackageIsADrawerForLeftovers() {
        noClasses()
                .should()
                .resideInAnyPackage("..util..", "..common..", "..helper..", "..manager..", "..impl..")
                .check(ALL);
    }
}
