package io.stormglass.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stormglass.avro.EntityRole;
import io.stormglass.avro.InventoryEntity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inventory files, right and wrong. */
class InventoryFileTest {
    @TempDir
    private Path folder;

    private SortedMap<String, @Nullable InventoryEntity> entities(String yaml) throws IOException {
        return InventoryFile.read(Files.writeString(folder.resolve("inventory.yaml"), yaml))
                .entities();
    }

    @Test
    void theExampleOfTheDocumentIsRead() throws IOException {
        String document = Files.readString(Path.of(System.getProperty("stormglass.root"), "docs", "inventory.md"));
        Matcher example = Pattern.compile("(?s)```yaml\n(.*?)```").matcher(document);
        assertThat(example.find()).isTrue();
        SortedMap<String, @Nullable InventoryEntity> all = entities(example.group(1));

        assertThat(all.keySet())
                .containsExactly(
                        "pod1/device/gpu-7",
                        "pod1/device/gpu-7-nic0",
                        "pod1/device/gpu-7-nic1",
                        "pod1/device/leaf-1",
                        "pod1/fabric/pod1",
                        "pod1/job/train-7",
                        "pod1/port/leaf-1/Ethernet4");
        InventoryEntity job = Objects.requireNonNull(all.get("pod1/job/train-7"));
        assertThat(job.getHosts()).containsExactly("gpu-7", "gpu-8");
        assertThat(job.getFromNanos()).isEqualTo(1_772_359_200_000_000_000L);
        assertThat(job.getToNanos()).isNull();
        assertThat(all.get("pod1/device/gpu-7-nic0"))
                .extracting(InventoryEntity::getHost)
                .isEqualTo("gpu-7");
        assertThat(all.get("pod1/device/leaf-1"))
                .extracting(InventoryEntity::getRole)
                .isEqualTo(EntityRole.LEAF);
        assertThat(all.get("pod1/fabric/pod1"))
                .extracting(InventoryEntity::getCluster)
                .isEqualTo("east");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        'cluster: c'                                                   | fabric is missing
        'fabric: f\ndevices:\n- {name: a, rak: r}'                     | line 3
        'fabric: f\ndevices:\n- {name: a, role: toaster}'              | device a has the role 'toaster'
        'fabric: f\ndevices:\n- {name: a}\n- {name: a}'                | f/device/a is in the file twice
        'fabric: f\ndevices:\n- {rack: r}'                             | device name '' must not be empty
        'fabric: f\njobs:\n- {id: j}'                                  | no host
        'fabric: f\njobs:\n- {id: j, hosts: [h], from: yesterday}'     | from of job j 'yesterday' is no moment
        'fabric: f\njobs:\n- {id: j, hosts: [h], from: 1999-01-01T00:00:00Z}' | outside 2000 to 2100
        'fabric: [f'                                                   | line
        """)
    void whatIsWrongIsNamed(String yaml, String words) {
        assertThatThrownBy(() -> entities(yaml.replace("\\n", "\n"))).hasMessageContaining(words);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> InventoryFile.read(folder.resolve("none.yaml")))
                .hasMessageContaining("none.yaml")
                .hasMessageContaining("does not exist");
    }
}
