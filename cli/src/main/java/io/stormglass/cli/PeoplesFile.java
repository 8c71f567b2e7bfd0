package io.stormglass.cli;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.stormglass.replay.YamlShape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** YAML files that people write; anything that is wrong in one is a failure that says what and where. */
final class PeoplesFile {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private PeoplesFile() {}

    /** Null where the file is empty. */
    static <T> @Nullable T read(Path file, YamlShape shape, Class<T> type) {
        try {
            String yaml = Files.readString(file, StandardCharsets.UTF_8);
            Optional<String> unknown = shape.firstUnknown(yaml);
            if (unknown.isPresent()) {
                throw CommandFailure.usage(file + ", " + unknown.get(), null);
            }
            return YAML.readValue(yaml, type);
        } catch (JsonProcessingException e) {
            JsonLocation at =
                    e.getProcessor() instanceof JsonParser parser ? parser.currentTokenLocation() : e.getLocation();
            throw CommandFailure.usage(
                    file + (at == null ? "" : ", line " + at.getLineNr()) + ": " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw CommandFailure.unreadable(file, e);
        }
    }

    static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
