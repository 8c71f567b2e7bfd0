# The stormglass command in an image. Every service of the project starts this image with another subcommand, so that the wiring
# is the same everywhere.
ARG BUILD_IMAGE=maven:3.9-eclipse-temurin-25
ARG RUNTIME_IMAGE=eclipse-temurin:25-jre

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
RUN mvn -q -B -DskipTests -Dspotless.check.skip=true -pl cli -am package

FROM ${RUNTIME_IMAGE}
WORKDIR /opt/stormglass
COPY --from=build /src/cli/target/lib lib
COPY --from=build /src/cli/target/stormglass.jar stormglass.jar
RUN mkdir -p /var/lib/stormglass && chown 10001 /var/lib/stormglass
USER 10001
ENTRYPOINT ["java", "-XX:+UseParallelGC", "-jar", "stormglass.jar"]
