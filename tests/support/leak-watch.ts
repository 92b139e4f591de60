const patience = 10_000;

/**
 * A run whose tests left a socket, timer or child process open would never end. This ends it as a failure that names
 * what is open; a run that left nothing behind is over before the timer fires.
 */
export function mochaGlobalTeardown(): void {
  const timer = setTimeout(() => {
    process.stderr.write(`Left open after the last test: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.once('exit', () => {
      process.exitCode = 1;
    });
    process.exit();
  }, patience);
  timer.unref();
}
