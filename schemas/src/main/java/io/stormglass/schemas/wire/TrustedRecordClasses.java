package io.stormglass.schemas.wire;

import io.stormglass.avro.FlowEvents;
import org.apache.avro.Conversion;
import org.apache.avro.util.ClassSecurityValidator;
import org.apache.avro.util.ClassSecurityValidator.ClassSecurityPredicate;

/**
 * Lets Avro make our generated classes.
 *
 * <p>Since 1.12.2 Avro makes only classes that are trusted, and knows two ways to say so: a system property, which every JVM
 * that has this jar on its class path would have to be given, and a call, which would have to come before the first use of
 * any generated class. Avro loads every {@link Conversion} that is a service whenever it makes a data model, and each
 * generated class makes one when it is initialised; so this one converts nothing and makes the call in time. Whatever else
 * the program trusts stays trusted.
 */
public final class TrustedRecordClasses extends Conversion<TrustedRecordClasses.Nothing> {
    private static final String TRUSTED_PACKAGE = FlowEvents.class.getPackageName();

    static {
        ClassSecurityPredicate before = ClassSecurityValidator.getGlobal();
        ClassSecurityPredicate ours = type -> type.getPackageName().equals(TRUSTED_PACKAGE);
        ClassSecurityValidator.setGlobal(ClassSecurityValidator.composite(before, ours));
    }

    /** A type that nothing has. */
    static final class Nothing {
        private Nothing() {}
    }

    @Override
    public Class<Nothing> getConvertedType() {
        return Nothing.class;
    }

    @Override
    public String getLogicalTypeName() {
        return "stormglass-nothing";
    }
}
