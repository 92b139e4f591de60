const exitCode = 130;

/**
 * Stops what a run has started, such as stores, when the run is interrupted: otherwise they would outlive it. The process then
 * exits.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => {
      void stop()
        .catch(() => undefined)
        .finally(() => process.exit(exitCode));
    });
  }
}
