package io.stormglass.emulator.scenario;

import io.stormglass.emulator.FabricObserver;
import io.stormglass.emulator.FlowCompletion;
import io.stormglass.emulator.FlowSpec;
import java.util.List;

/** Tells several observers of everything, in their order. */
final class ObserverList implements FabricObserver {
    private final FabricObserver[] observers;

    /** Tells all of them; one alone is told directly. */
    static FabricObserver of(List<FabricObserver> observers) {
        return switch (observers.size()) {
            case 0 -> FabricObserver.NONE;
            case 1 -> observers.getFirst();
            default -> new ObserverList(observers);
        };
    }

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
    public void completed(FlowCompletion completion) {
        for (FabricObserver each : observers) {
            each.completed(completion);
        }
    }

    @Override
    public void queueChanged(int device, int port, int priority, long queueBytes, long nowPicos) {
        for (FabricObserver each : observers) {
            each.queueChanged(device, port, priority, queueBytes, nowPicos);
        }
    }

    @Override
    public void sent(int flow, int wireBytes, long nowPicos) {
        for (FabricObserver each : observers) {
            each.sent(flow, wireBytes, nowPicos);
        }
    }

    @Override
    public void sentAgain(int flow, int wireBytes, long nowPicos) {
        for (FabricObserver each : observers) {
            each.sentAgain(flow, wireBytes, nowPicos);
        }
    }

    @Override
    public void acknowledged(int flow, long newBytes, long rttPicos, long nowPicos) {
        for (FabricObserver each : observers) {
            each.acknowledged(flow, newBytes, rttPicos, nowPicos);
        }
    }

    @Override
    public void nakReceived(int flow, long nowPicos) {
        for (FabricObserver each : observers) {
            each.nakReceived(flow, nowPicos);
        }
    }

    @Override
    public void timedOut(int flow, long nowPicos) {
        for (FabricObserver each : observers) {
            each.timedOut(flow, nowPicos);
        }
    }

    @Override
    public void cnpReceived(int flow, long nowPicos) {
        for (FabricObserver each : observers) {
            each.cnpReceived(flow, nowPicos);
        }
    }

    @Override
    public void cnpSent(int flow, long nowPicos) {
        for (FabricObserver each : observers) {
            each.cnpSent(flow, nowPicos);
        }
    }

    @Override
    public void received(int flow, int wireBytes, long nowPicos) {
        for (FabricObserver each : observers) {
            each.received(flow, wireBytes, nowPicos);
        }
    }

    @Override
    public void receivedMarked(int flow, int wireBytes, long nowPicos) {
        for (FabricObserver each : observers) {
            each.receivedMarked(flow, wireBytes, nowPicos);
        }
    }

    @Override
    public void pauseSent(int device, int port, int priority, int quanta, long nowPicos) {
        for (FabricObserver each : observers) {
            each.pauseSent(device, port, priority, quanta, nowPicos);
        }
    }

    @Override
    public void pauseReceived(int device, int port, int priority, int quanta, long nowPicos) {
        for (FabricObserver each : observers) {
            each.pauseReceived(device, port, priority, quanta, nowPicos);
        }
    }

    @Override
    public void dropped(int device, int port, int priority, int flow, long nowPicos) {
        for (FabricObserver each : observers) {
            each.dropped(device, port, priority, flow, nowPicos);
        }
    }
}
