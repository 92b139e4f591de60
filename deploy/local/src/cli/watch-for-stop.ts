const PARENT_CHECK_INTERVAL_MS = 500;

export interface StopRequest {
  /** Aborted when a stop is asked for: for a start that is under way. */
  readonly signal: AbortSignal;
  /** Resolves with what asked for it: for the time after. */
  readonly requested: Promise<string>;
}

/** Scripts of the root package that are no part of another one. */
const scripts: readonly string[] = ['start', 'dev'];

/** Watches for whatever asks the launcher to stop: a signal, the end of the npm that runs it, a fault of its own. */
export function watchForStop(environment: NodeJS.ProcessEnv): StopRequest {
  const stopping = new AbortController();
  const requested = new Promise<string>((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => resolve(name));
    // Without the launcher nothing supervises the system.
    process.on('uncaughtException', (error) => resolve(`a fault of the launcher: ${error.stack}`));
    if (scripts.includes(environment['npm_lifecycle_event'] ?? '')) watchParent(() => resolve('the end of npm'));
  });
  void requested.then((what) => stopping.abort(new Error(`Stopped by ${what}.`)));
  return { signal: stopping.signal, requested };
}

/** npm passes a signal on to its shell, which may end without passing it on to us; and npm itself may be killed. */
function watchParent(onEnd: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_CHECK_INTERVAL_MS);
  timer.unref();
}
