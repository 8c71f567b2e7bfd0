package io.stormglass.embedded.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.stormglass.embedded.SharedStack;
import io.stormglass.embedded.registry.Rest.Answer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RegistryServerIT {
    private static final String ONE = record("{\"name\":\"a\",\"type\":\"long\"}");
    private static final String WITH_DEFAULT =
            record("{\"name\":\"a\",\"type\":\"long\"},{\"name\":\"b\",\"type\":\"long\",\"default\":0}");
    private static final String WITHOUT_DEFAULT =
            record("{\"name\":\"a\",\"type\":\"long\"},{\"name\":\"b\",\"type\":\"long\"}");
    private static final String OTHER = record("{\"name\":\"z\",\"type\":\"string\"}");

    private final Rest rest = new Rest(SharedStack.endpoints().registryUrl());
    private String subject = "";

    @BeforeEach
    void nameASubject() {
        subject = SharedStack.uniqueName("subject");
    }

    private static String record(String fields) {
        return "{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + fields + "]}";
    }

    private void assertRefused(Answer answer, int status, int code) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.code()).as(answer.text()).isEqualTo(code);
        assertThat(answer.mediaType()).isEqualTo("application/vnd.schemaregistry.v1+json");
        assertThat(answer.json().path("message").asText()).isNotBlank();
    }

    @Test
    void theSameSchemaHasOneIdHoweverItIsWrittenAndWhereverItIsRegistered() {
        int id = rest.register(subject, ONE);
        assertThat(rest.register(subject, ONE)).isEqualTo(id);
        String rewritten = "{\"name\" : \"R\", \"fields\":[ {\"type\":{\"type\":\"long\"}, \"name\":\"a\"} ],"
                + " \"type\":\"record\" }";
        assertThat(rest.register(subject, rewritten)).isEqualTo(id);
        assertThat(rest.register(subject + "-other", ONE)).isEqualTo(id);
        assertThat(rest.get("/subjects/" + subject + "/versions").text()).isEqualTo("[1]");
        assertThat(rest.get("/schemas/ids/" + id + "/versions").text())
                .contains("{\"subject\":\"" + subject + "\",\"version\":1}")
                .contains("{\"subject\":\"" + subject + "-other\",\"version\":1}");
    }

    @Test
    void achangedDocumentationIsANewSchema() {
        int id = rest.register(subject, ONE);
        int documented = rest.register(subject, ONE.replace("\"name\":\"R\"", "\"name\":\"R\",\"doc\":\"why\""));
        assertThat(documented).isGreaterThan(id);
        assertThat(rest.get("/subjects/" + subject + "/versions").text()).isEqualTo("[1,2]");
    }

    @Test
    void aVersionIsFoundByNumberAsLatestAndByItsSchema() {
        int id = rest.register(subject, ONE);
        int newer = rest.register(subject, WITH_DEFAULT);
        Answer first = rest.get("/subjects/" + subject + "/versions/1");
        assertThat(first.json().path("id").asInt()).isEqualTo(id);
        assertThat(first.json().path("subject").asText()).isEqualTo(subject);
        assertThat(first.json().path("version").asInt()).isEqualTo(1);
        assertThat(first.json().path("schema").asText()).isEqualTo(ONE);
        assertThat(first.mediaType()).isEqualTo("application/vnd.schemaregistry.v1+json");
        assertThat(rest.get("/subjects/" + subject + "/versions/latest")
                        .json()
                        .path("version")
                        .asInt())
                .isEqualTo(2);
        assertThat(rest.get("/subjects/" + subject + "/versions/-1")
                        .json()
                        .path("id")
                        .asInt())
                .isEqualTo(newer);
        assertThat(rest.get("/subjects/" + subject + "/versions/1/schema").text())
                .isEqualTo(ONE);
        assertThat(rest.get("/schemas/ids/" + id + "/schema").text()).isEqualTo(ONE);
        assertThat(rest.get("/schemas/ids/" + id + "/subjects").text()).contains("\"" + subject + "\"");
        Answer found = rest.schema("/subjects/" + subject, WITH_DEFAULT);
        assertThat(found.json().path("version").asInt()).isEqualTo(2);
        assertThat(found.json().path("id").asInt()).isEqualTo(newer);
    }

    @Test
    void whatIsNotThereIsNamedByItsOwnErrorCode() {
        assertRefused(rest.get("/subjects/" + subject + "/versions"), 404, 40401);
        assertRefused(rest.get("/subjects/" + subject + "/versions/1"), 404, 40401);
        assertRefused(rest.schema("/subjects/" + subject, ONE), 404, 40401);
        assertRefused(rest.delete("/subjects/" + subject), 404, 40401);
        assertRefused(rest.get("/schemas/ids/2000000000"), 404, 40403);
        assertRefused(rest.get("/config/" + subject), 404, 40408);
        assertRefused(rest.get("/mode/" + subject), 404, 40409);
        rest.register(subject, ONE);
        assertRefused(rest.get("/subjects/" + subject + "/versions/7"), 404, 40402);
        assertRefused(rest.schema("/subjects/" + subject, OTHER), 404, 40403);
        for (String wrong : List.of("0", "-2", "x", "2147483648")) {
            assertRefused(rest.get("/subjects/" + subject + "/versions/" + wrong), 422, 42202);
        }
        assertRefused(rest.get("/nothing/here"), 404, 404);
        assertRefused(rest.get("/associations/resources/-/topic"), 404, 404);
        assertRefused(rest.put("/subjects", "{}"), 405, 405);
    }

    @Test
    void whatIsNotAvroIsRefused() {
        String path = "/subjects/" + subject + "/versions";
        assertRefused(rest.schema(path, "{\"type\":\"record\"}"), 422, 42201);
        assertRefused(rest.schema(path, "nonsense"), 422, 42201);
        assertRefused(rest.schema(path, record("{\"name\":\"a\",\"type\":\"Unknown\"}")), 422, 42201);
        assertRefused(rest.schema(path, record("{\"name\":\"é\",\"type\":\"long\"}")), 422, 42201);
        assertRefused(rest.schema(path, record("{\"name\":\"a\",\"type\":\"long\",\"default\":\"text\"}")), 422, 42201);
        assertRefused(rest.post(path, "{\"schemaType\":\"JSON\",\"schema\":\"{}\"}"), 422, 42201);
        assertRefused(rest.post(path, "{}"), 422, 42201);
        assertRefused(rest.post(path, "{\"schema\":\"\\\"long\\\"\",\"ruleSet\":{\"domainRules\":[]}}"), 422, 42201);
        assertRefused(rest.get("/subjects/" + subject + "/versions"), 404, 40401);
    }

    @Test
    void aRequestThatCannotBeReadIsRefused() {
        String path = "/subjects/" + subject + "/versions";
        assertRefused(rest.post(path, "{"), 400, 400);
        assertRefused(rest.post(path, "[]"), 400, 400);
        assertRefused(rest.post(path, "{\"schema\":\"" + "x".repeat(1_000_000) + "\"}"), 413, 413);
        assertRefused(rest.ask("POST", path, Rest.body("\"long\""), "text/plain"), 415, 415);
        assertThat(rest.ask("POST", path, Rest.body("\"long\""), "application/json")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE, true, true, true",
        "BACKWARD, true, false, false",
        "BACKWARD_TRANSITIVE, true, false, false",
        "FORWARD, true, true, false",
        "FORWARD_TRANSITIVE, true, true, false",
        "FULL, true, false, false",
        "FULL_TRANSITIVE, true, false, false"
    })
    void aLevelTakesAndRefusesAsItsNameSays(
            String level, boolean addsDefaulted, boolean addsRequired, boolean replacesAll) {
        rest.put("/config/" + subject, "{\"compatibility\":\"" + level.toLowerCase(java.util.Locale.ROOT) + "\"}");
        assertThat(rest.get("/config/" + subject).text()).isEqualTo("{\"compatibilityLevel\":\"" + level + "\"}");
        rest.register(subject, ONE);
        assertTaken(WITH_DEFAULT, addsDefaulted);
        assertTaken(WITHOUT_DEFAULT, addsRequired);
        assertTaken(OTHER, replacesAll);
    }

    private void assertTaken(String schema, boolean taken) {
        Answer check = rest.schema("/compatibility/subjects/" + subject + "/versions/1?verbose=true", schema);
        assertThat(check.json().path("is_compatible").asBoolean())
                .as(check.text())
                .isEqualTo(taken);
        assertThat(check.json().path("messages").isEmpty()).as(check.text()).isEqualTo(taken);
        Answer answer = rest.schema("/subjects/" + subject + "/versions", schema);
        if (taken) {
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            rest.delete("/subjects/" + subject + "/versions/latest");
        } else {
            assertRefused(answer, 409, 409);
            assertThat(answer.json().path("message").asText()).contains(subject).contains("version 1");
        }
    }

    @Test
    void aTransitiveLevelLooksAtEveryVersionAndTheOthersAtTheLast() {
        String withBString =
                record("{\"name\":\"a\",\"type\":\"long\"},{\"name\":\"b\",\"type\":\"string\",\"default\":\"\"}");
        rest.put("/config/" + subject, "{\"compatibility\":\"BACKWARD\"}");
        rest.register(subject, WITH_DEFAULT);
        rest.register(subject, ONE);
        String path = "/compatibility/subjects/" + subject + "/versions";
        assertThat(rest.schema(path, withBString).json().path("is_compatible").asBoolean())
                .isTrue();
        rest.put("/config/" + subject, "{\"compatibility\":\"BACKWARD_TRANSITIVE\"}");
        assertThat(rest.schema(path, withBString).json().path("is_compatible").asBoolean())
                .isFalse();
        assertThat(rest.schema(path + "/latest", withBString)
                        .json()
                        .path("is_compatible")
                        .asBoolean())
                .isTrue();
        assertThat(rest.schema(path + "/1", withBString)
                        .json()
                        .path("is_compatible")
                        .asBoolean())
                .isFalse();
        assertRefused(rest.schema(path + "/9", withBString), 404, 40402);
        assertRefused(rest.schema("/subjects/" + subject + "/versions", withBString), 409, 409);
        assertThat(rest.schema("/compatibility/subjects/" + subject + "-none/versions/latest", ONE)
                        .json()
                        .path("is_compatible")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void theGlobalLevelIsBackwardUntilItIsSetAndHoldsWhereASubjectHasNone() {
        assertThat(rest.get("/config").text()).isEqualTo("{\"compatibilityLevel\":\"BACKWARD\"}");
        try {
            assertThat(rest.put("/config", "{\"compatibility\":\"NONE\"}").text())
                    .isEqualTo("{\"compatibility\":\"NONE\"}");
            rest.register(subject, ONE);
            rest.register(subject, OTHER);
            assertThat(rest.get("/config/" + subject + "?defaultToGlobal=true").text())
                    .contains("NONE");
        } finally {
            rest.delete("/config");
        }
        assertThat(rest.get("/config").text()).isEqualTo("{\"compatibilityLevel\":\"BACKWARD\"}");
        assertRefused(rest.put("/config", "{\"compatibility\":\"SIDEWAYS\"}"), 422, 42203);
        rest.put("/config/" + subject, "{\"compatibility\":\"FULL\"}");
        assertThat(rest.delete("/config/" + subject).text()).contains("FULL");
        assertRefused(rest.get("/config/" + subject), 404, 40408);
    }

    @Test
    void aReadOnlySubjectTakesNothingNew() {
        assertThat(rest.get("/mode").text()).isEqualTo("{\"mode\":\"READWRITE\"}");
        int id = rest.register(subject, ONE);
        assertThat(rest.put("/mode/" + subject, "{\"mode\":\"READONLY\"}").text())
                .isEqualTo("{\"mode\":\"READONLY\"}");
        assertRefused(rest.schema("/subjects/" + subject + "/versions", WITH_DEFAULT), 422, 42205);
        assertRefused(rest.delete("/subjects/" + subject), 422, 42205);
        assertThat(rest.register(subject, ONE)).isEqualTo(id);
        assertRefused(rest.put("/mode/" + subject, "{\"mode\":\"IMPORT\"}"), 422, 42204);
        rest.delete("/mode/" + subject);
        rest.register(subject, WITH_DEFAULT);
    }

    @Test
    void aSoftDeletedSubjectIsHiddenButItsIdsStayReadable() {
        int id = rest.register(subject, ONE);
        rest.register(subject, WITH_DEFAULT);
        assertRefused(rest.delete("/subjects/" + subject + "?permanent=true"), 404, 40405);
        assertThat(rest.delete("/subjects/" + subject).text()).isEqualTo("[1,2]");
        assertRefused(rest.delete("/subjects/" + subject), 404, 40404);
        assertRefused(rest.get("/subjects/" + subject + "/versions/1"), 404, 40401);
        assertThat(rest.get("/subjects/" + subject + "/versions/1?deleted=true")
                        .json()
                        .path("id")
                        .asInt())
                .isEqualTo(id);
        assertThat(rest.get("/subjects?subjectPrefix=" + subject).text()).isEqualTo("[]");
        assertThat(rest.get("/subjects?deleted=true&subjectPrefix=" + subject).text())
                .isEqualTo("[\"" + subject + "\"]");
        assertThat(rest.get("/schemas/ids/" + id).status()).isEqualTo(200);
        assertThat(rest.register(subject, ONE)).isEqualTo(id);
        assertThat(rest.get("/subjects/" + subject + "/versions").text()).isEqualTo("[3]");
    }

    @Test
    void aPermanentlyDeletedSchemaIsGoneAndItsIdIsNotGivenAgain() {
        int id = rest.register(subject, record("{\"name\":\"onlyHere\",\"type\":\"long\"}"));
        assertRefused(rest.delete("/subjects/" + subject + "/versions/1?permanent=true"), 404, 40407);
        assertThat(rest.delete("/subjects/" + subject + "/versions/1").text()).isEqualTo("1");
        assertRefused(rest.delete("/subjects/" + subject + "/versions/1"), 404, 40406);
        assertThat(rest.delete("/subjects/" + subject + "?permanent=true").text())
                .isEqualTo("[1]");
        assertRefused(rest.get("/schemas/ids/" + id), 404, 40403);
        assertRefused(rest.get("/subjects/" + subject + "/versions?deleted=true"), 404, 40401);
        assertThat(rest.register(subject, record("{\"name\":\"onlyHere\",\"type\":\"long\"}")))
                .isGreaterThan(id);
        assertThat(rest.get("/subjects/" + subject + "/versions").text()).isEqualTo("[1]");
    }

    @Test
    void aSchemaMayReferToAnotherSubjectsSchema() {
        String leaf = "{\"type\":\"record\",\"name\":\"Leaf\",\"namespace\":\"n\",\"fields\":[]}";
        String tree = "{\"type\":\"record\",\"name\":\"Tree\",\"fields\":[{\"name\":\"leaf\",\"type\":\"n.Leaf\"}]}";
        String leafSubject = subject + "-leaf";
        rest.register(leafSubject, leaf);
        String body = Rest.body(tree, List.of("n.Leaf", leafSubject, 1));
        Answer registered = rest.post("/subjects/" + subject + "/versions", body);
        assertThat(registered.status()).as(registered.text()).isEqualTo(200);
        int id = registered.json().path("id").asInt();
        Answer read = rest.get("/schemas/ids/" + id);
        assertThat(read.json().path("schema").asText()).isEqualTo(tree);
        assertThat(read.json().path("references").toString())
                .isEqualTo("[{\"name\":\"n.Leaf\",\"subject\":\"" + leafSubject + "\",\"version\":1}]");
        assertThat(rest.get("/subjects/" + leafSubject + "/versions/1/referencedby")
                        .text())
                .isEqualTo("[" + id + "]");
        assertRefused(rest.delete("/subjects/" + leafSubject), 422, 42206);
        assertRefused(rest.delete("/subjects/" + leafSubject + "/versions/1"), 422, 42206);
        assertRefused(
                rest.post(
                        "/subjects/" + subject + "/versions",
                        Rest.body(tree, List.of("n.Leaf", subject + "-missing", 1))),
                422,
                42201);
    }

    @Test
    void aSubjectMayHoldSlashesAndOtherSpecialCharacters() {
        String encoded = subject + "%2Fa%20b%2Bc%25";
        int id = rest.register(encoded, ONE);
        assertThat(rest.get("/subjects/" + encoded + "/versions/latest")
                        .json()
                        .path("id")
                        .asInt())
                .isEqualTo(id);
        assertThat(rest.get("/subjects?subjectPrefix=" + subject).text()).isEqualTo("[\"" + subject + "/a b+c%\"]");
        assertRefused(rest.schema("/subjects/%20/versions", ONE), 422, 42208);
    }

    @Test
    void theTypesAndContextsAreThoseThatThereAre() {
        assertThat(rest.get("/schemas/types").text()).isEqualTo("[\"AVRO\"]");
        assertThat(rest.get("/contexts").text()).isEqualTo("[\":.:\"]");
        assertThat(rest.get("/").text()).isEqualTo("{}");
    }

    @Test
    void twoRegistriesOnOneTopicNeverGiveAnIdTwice() throws Exception {
        try (RegistryServer second =
                RegistryServer.start(SharedStack.endpoints().bootstrapServers(), 0)) {
            Rest other = new Rest(second.url());
            Set<Integer> ids = new HashSet<>();
            try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
                List<Future<Integer>> results = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    Rest asked = i % 2 == 0 ? rest : other;
                    String schema = record("{\"name\":\"f" + i + "\",\"type\":\"long\"}");
                    String own = subject + "-" + i;
                    results.add(threads.submit(() -> asked.register(own, schema)));
                }
                for (Future<Integer> each : results) {
                    ids.add(each.get());
                }
            }
            assertThat(ids).hasSize(20);
            rest.register(subject + "-last", ONE);
            other.register(subject + "-very-last", ONE);
            assertThat(other.get("/subjects?subjectPrefix=" + subject).json()).hasSize(22);
        }
    }
}
