package io.stormglass.schemas.registry;

import io.stormglass.schemas.registry.RegistryTls.KeyStoreFile;
import io.stormglass.schemas.registry.RegistryTls.PemFile;
import io.stormglass.schemas.registry.RegistryTls.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Makes TLS contexts out of files. */
final class TlsContexts {
    private TlsContexts() {}

    /**
     * A context.
     *
     * @throws IllegalArgumentException if a file is missing, empty, of another form, or the password is wrong
     */
    static SSLContext of(RegistryTls tls) {
        KeyManager @Nullable [] keys = tls.identity() == null ? null : keyManagers(tls.identity());
        TrustManager @Nullable [] trusted = tls.trust() == null ? null : trustManagers(tls.trust());
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trusted, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM cannot make a TLS context", e);
        }
    }

    private static TrustManager[] trustManagers(Trust trust) {
        Path file =
                switch (trust) {
                    case PemFile pem -> pem.file();
                    case KeyStoreFile store -> store.file();
                };
        try {
            KeyStore store =
                    switch (trust) {
                        case PemFile pem -> pemStore(pem.file());
                        case KeyStoreFile keyStore -> load(keyStore);
                    };
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory.getTrustManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw unreadable("trusted certificates", file, e);
        }
    }

    private static KeyManager[] keyManagers(KeyStoreFile identity) {
        try {
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(load(identity), identity.password().toCharArray());
            return factory.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw unreadable("client certificate", identity.file(), e);
        }
    }

    private static KeyStore load(KeyStoreFile file) throws GeneralSecurityException, IOException {
        return KeyStore.getInstance(file.file().toFile(), file.password().toCharArray());
    }

    private static KeyStore pemStore(Path file) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw new IOException("it holds no certificate");
            }
            int index = 0;
            for (Certificate certificate : certificates) {
                store.setCertificateEntry("ca-" + index++, certificate);
            }
        }
        return store;
    }

    private static IllegalArgumentException unreadable(String what, Path file, Exception cause) {
        return new IllegalArgumentException(
                "cannot read the registry's " + what + " from " + file + " ("
                        + cause.getClass().getSimpleName() + ": " + cause.getMessage()
                        + "); expected is PEM, PKCS12 or JKS, with the right password",
                cause);
    }
}
