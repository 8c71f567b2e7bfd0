package io.stormglass.schemas.wire;

/** Layout of a value: magic byte 0, schema id as a big-endian int, Avro binary. */
public final class WireFormat {
    /** First byte. */
    public static final byte MAGIC = 0;
    /** Bytes before the Avro data. */
    public static final int HEADER_BYTES = 5;

    private WireFormat() {}

    /** True where the bytes can be of this format: long enough, magic byte, id not negative. */
    public static boolean matches(byte[] bytes) {
        return bytes.length >= HEADER_BYTES && bytes[0] == MAGIC && bytes[1] >= 0;
    }

    /** Schema id of bytes that {@linkplain #matches match}. */
    public static int schemaId(byte[] bytes) {
        return (bytes[1] & 0xff) << 24 | (bytes[2] & 0xff) << 16 | (bytes[3] & 0xff) << 8 | (bytes[4] & 0xff);
    }

    static void putHeader(byte[] bytes, int schemaId) {
        bytes[0] = MAGIC;
        bytes[1] = (byte) (schemaId >>> 24);
        bytes[2] = (byte) (schemaId >>> 16);
        bytes[3] = (byte) (schemaId >>> 8);
        bytes[4] = (byte) schemaId;
    }
}
