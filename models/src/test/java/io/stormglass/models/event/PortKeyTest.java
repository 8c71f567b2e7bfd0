package io.stormglass.models.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.testkit.Property;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PortKeyTest {
    private static final String NAMES = "ab-.09_ ~";

    private static String name(Random random, String letters) {
        StringBuilder text = new StringBuilder();
        for (int length = 1 + random.nextInt(3); length > 0; length--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    private static PortKey key(Random random) {
        return new PortKey(name(random, "a-."), name(random, NAMES), name(random, NAMES + "/"));
    }

    /** Kafka, stores and the boundary sort by the text. */
    @Test
    void theOrderIsThatOfTheText() {
        Property.check("order of ports", 20_000, seeds -> {
            Random random = new Random(seeds.nextLong());
            PortKey a = key(random);
            PortKey b = key(random);
            assertThat(Integer.signum(a.compareTo(b)))
                    .as(a.text() + " beside " + b.text())
                    .isEqualTo(Integer.signum(a.text().compareTo(b.text())));
        });
    }

    @Test
    void aNameThatBeginsAnotherIsNotAlwaysBeforeIt() {
        assertThat(new PortKey("f", "leaf", "e1")).isGreaterThan(new PortKey("f", "leaf-1", "e1"));
        assertThat(new PortKey("f", "leaf", "e1")).isLessThan(new PortKey("f", "leaf1", "e1"));
        assertThat(new PortKey("f", "leaf", "e1")).isEqualByComparingTo(new PortKey("f", "leaf", "e1"));
    }
}
