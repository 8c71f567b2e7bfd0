package io.stormglass.streams.sink;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What the sinks log while this is open. */
final class LogLines implements AutoCloseable {
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
    private final Logger logger;

    LogLines() {
        if (!(LoggerFactory.getLogger(LogLines.class.getPackageName()) instanceof Logger logback)) {
            throw new IllegalStateException("tests log with logback");
        }
        logger = logback;
        appender.start();
        logger.addAppender(appender);
    }

    List<String> lines() {
        return appender.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
    }
}
