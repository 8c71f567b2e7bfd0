package io.stormglass.emulator.scenario;

import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FlowSpec;
import java.util.List;

/** Tells several observers of everything, in their order. */
final class ObserverList implements FabricObserver {
    private final FabricObserver[] observers;

    ObserverList(List<FabricObserver> observers) {
        this.observers = observers.toArray(new FabricObserver[0]);
    }

    @Override
    public void added(int flow, FlowSpec spec) {
        for (FabricObserver each : observers) {
            each.added(flow, spec);
        }
    }

    @Override
    public void wentBack(int flow, int next, int reached, long nowPicos) {
        for (FabricObserver each : observers) {
            each.wentBack(flow, next, reached, nowPicos);
        }
    }

    @Override
    public void delivered(int flow, int number, long sentPicos, long nowPicos) {
        for (FabricObserver each : observers) {
            each.delivered(flow, number, sentPicos, nowPicos);
        }
    }

    @Override
    public void completed(int flow, long startPicos, long nowPicos) {
        for (FabricObserver each : observers) {
            each.completed(flow, startPicos, nowPicos);
        }
    }

    @Override
    public void queueChanged(int device, int port, int priority, long queueBytes, long nowPicos) {
        for (FabricObserver each : observers) {
            each.queueChanged(device, port, priority, queueBytes, nowPicos);
        }
    }

    @Override
    public void dropped(int device, int port, int priority, int flow, long nowPicos) {
        for (FabricObserver each : observers) {
            each.dropped(device, port, priority, flow, nowPicos);
        }
    }
}
