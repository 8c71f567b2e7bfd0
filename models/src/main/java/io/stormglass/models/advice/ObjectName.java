package io.stormglass.models.advice;

/**
 * What advice is for.
 *
 * @param fabric pause domain
 * @param device switch
 * @param object name of the profile or policy, with class or queue where it has such parts; {@code port/priority} where no name is known
 */
public record ObjectName(String fabric, String device, String object) implements Comparable<ObjectName> {
    /** Such as {@code fabric/leaf-1/AZURE_LOSSLESS}: the key of its topic. */
    public String key() {
        return fabric + "/" + device + "/" + object;
    }

    @Override
    public int compareTo(ObjectName other) {
        return key().compareTo(other.key());
    }
}
