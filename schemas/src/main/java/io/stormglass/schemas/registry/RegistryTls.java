package io.stormglass.schemas.registry;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Certificates for a registry.
 *
 * @param trust which servers to trust; null takes the JVM's list
 * @param identity client certificate; null where the server asks for none
 */
public record RegistryTls(@Nullable Trust trust, @Nullable KeyStoreFile identity) {
    /** Which servers to trust. */
    public sealed interface Trust {}

    /** A PEM file with one or more CA certificates. */
    public record PemFile(Path file) implements Trust {}

    /** A PKCS12 or JKS key store. Its text does not show the password. */
    public record KeyStoreFile(Path file, String password) implements Trust {
        @Override
        public String toString() {
            return "KeyStoreFile[file=" + file + ", password=***]";
        }
    }

    /** Trusts the CA certificates of a PEM file. */
    public static RegistryTls trustingPem(Path file) {
        return new RegistryTls(new PemFile(file), null);
    }

    /** Trusts the certificates of a key store. */
    public static RegistryTls trustingKeyStore(Path file, String password) {
        return new RegistryTls(new KeyStoreFile(file, password), null);
    }

    /** With a client certificate. */
    public RegistryTls withIdentity(Path file, String password) {
        return new RegistryTls(trust, new KeyStoreFile(file, password));
    }
}
