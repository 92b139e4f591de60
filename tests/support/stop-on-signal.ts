const exitCode = 130;

/**
 * Stops everything that an interrupted run has started, such as stores, which would otherwise outlive it. The process
 * then exits.
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
