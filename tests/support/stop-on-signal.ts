const exitCode = 130;

/**
 * Stops everything that an interrupted run has started. Otherwise processes such as stores would outlive the run. Then
 * the process exits.
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
