package schema.hive;

import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends the program at a statement that hangs. */
final class Deadline {
  private static final int SECONDS = 300;

  private static final int EXIT_STATUS = 3;

  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "deadline");
            thread.setDaemon(true);
            return thread;
          });

  private Future<?> end;

  void start() {
    end = clock.schedule(Deadline::end, SECONDS, TimeUnit.SECONDS);
  }

  void stop() {
    end.cancel(false);
  }

  private static void end() {
    System.err.println("a statement took more than " + SECONDS + " seconds");
    Runtime.getRuntime().halt(EXIT_STATUS);
  }
}
