const PARENT_CHECK_INTERVAL_MS = 500;

export interface StopRequest {
  /** Aborts when a stop is requested, even during a start. */
  readonly signal: AbortSignal;
  /** Resolves with the reason for the stop request. */
  readonly requested: Promise<string>;
}

/** Scripts of the root package that are run directly, never by another script. */
const scripts: readonly string[] = ['start', 'dev'];

/** Watches for a stop request: a signal, the end of the npm that runs the launcher, or an unexpected error. */
export function watchForStop(environment: NodeJS.ProcessEnv): StopRequest {
  const stopping = new AbortController();
  const requested = new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => resolve(name));
    // Without the launcher, nothing supervises the system.
    process.on('uncaughtException', (error) => resolve(`an error in the launcher: ${error.stack}`));
    if (scripts.includes(environment['npm_lifecycle_event'] ?? '')) watchParent(() => resolve('the end of npm'));
  });
  void requested.then((what) => stopping.abort(new Error(`Stopped by ${what}.`)));
  return { signal: stopping.signal, requested };
}

/** npm sends a signal only to its shell, which may end without passing it on. npm itself may also be killed. */
function watchParent(onEnd: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
}
