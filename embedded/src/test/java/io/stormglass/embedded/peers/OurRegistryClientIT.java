package io.stormglass.embedded.peers;

import io.stormglass.embedded.SharedStack;

/** Our client against our registry. */
final class OurRegistryClientIT extends RegistryClientContract {
    @Override
    String url() {
        return SharedStack.endpoints().registryUrl();
    }
}
