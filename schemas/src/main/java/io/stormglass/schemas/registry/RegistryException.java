package io.stormglass.schemas.registry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A registry refused or could not be asked. The message names address, subject and what to do; it holds no secret. */
public abstract sealed class RegistryException extends RuntimeException {
    private final int errorCode;

    private RegistryException(String message, int errorCode, @Nullable Throwable cause) {
        super(message, cause);
        this.errorCode = errorCode;
    }

    /** Code of the protocol, such as 40403; the HTTP status where the body gave none; 0 where there was no answer. */
    public int errorCode() {
        return errorCode;
    }

    /** 40401: there is no such subject. */
    public static final class SubjectNotFound extends RegistryException {
        public SubjectNotFound(String message) {
            super(message, 40401, null);
        }
    }

    /** 40402: the subject has no such version. */
    public static final class VersionNotFound extends RegistryException {
        public VersionNotFound(String message) {
            super(message, 40402, null);
        }
    }

    /** 40403: there is no such schema. */
    public static final class SchemaNotFound extends RegistryException {
        public SchemaNotFound(String message) {
            super(message, 40403, null);
        }
    }

    /** 40408: the subject has no level of its own. */
    public static final class NoSubjectLevel extends RegistryException {
        public NoSubjectLevel(String message) {
            super(message, 40408, null);
        }
    }

    /** 42201: the registry does not take it for a schema. */
    public static final class InvalidSchema extends RegistryException {
        public InvalidSchema(String message) {
            super(message, 42201, null);
        }
    }

    /** 42202: not a version. */
    public static final class InvalidVersion extends RegistryException {
        public InvalidVersion(String message) {
            super(message, 42202, null);
        }
    }

    /** 409: not compatible with what the subject holds. */
    public static final class Incompatible extends RegistryException {
        private final transient List<String> reasons;

        public Incompatible(String message, List<String> reasons) {
            super(message, 409, null);
            this.reasons = List.copyOf(reasons);
        }

        /** What is wrong, in words. */
        public List<String> reasons() {
            return reasons;
        }
    }

    /** 401 or 403: credentials are missing, wrong or not enough. */
    public static final class Refused extends RegistryException {
        public Refused(String message, int errorCode) {
            super(message, errorCode, null);
        }
    }

    /** The registry could not be asked: no connection, time-out, 5xx, 429. Try again later. */
    public static final class Unavailable extends RegistryException {
        public Unavailable(String message, int errorCode, @Nullable Throwable cause) {
            super(message, errorCode, cause);
        }
    }

    /** An answer that the protocol does not know: probably not a registry, or a proxy in between. */
    public static final class UnexpectedAnswer extends RegistryException {
        public UnexpectedAnswer(String message, int errorCode, @Nullable Throwable cause) {
            super(message, errorCode, cause);
        }
    }
}
