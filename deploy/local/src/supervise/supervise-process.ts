import { EventEmitter, once } from 'node:events';
import { backoff } from '@plotline/kit/core/time';
import { awaitReady, type ProgramSpecification, type Readiness, type Run, runProcess, stopRun } from './run-process.js';

export interface SupervisedSpecification extends ProgramSpecification, Readiness {
  readonly name: string;
  /** Milliseconds between SIGTERM and SIGKILL when the process is stopped. */
  readonly stopWithinMs: number;
  /** Called with a line when the process ends by itself, and when it is ready again. */
  readonly report: (line: string) => void;
  /** Called with the id of the process at each of its starts. */
  readonly onStart?: ((processId: number) => void) | undefined;
}

/** Process that restarts whenever it ends by itself. The waits before restarts grow. */
export interface SupervisedProcess {
  readonly name: string;
  /** Undefined while the process is down. */
  processId(): number | undefined;
  /**
   * Starts the process and resolves once it is ready. If this first start fails, rejects and doesn't restart the
   * process.
   */
  start(): Promise<void>;
  /** Resolves once the process is ready. Rejects with the abort reason of `deadline`. */
  whenReady(deadline: AbortSignal): Promise<void>;
  /** Ends the process with SIGKILL to simulate a crash. It restarts as after any crash. */
  kill(): Promise<void>;
  /** Stops the process and keeps it down until `start`. Ends it with SIGKILL after the grace time. */
  stop(): Promise<void>;
}

/** Supervises one process. Nothing runs before `start`. */
export function superviseProcess(specification: SupervisedSpecification): SupervisedProcess {
  const { name, report } = specification;
  const changes = new EventEmitter().setMaxListeners(0);
  const backOff = createBackOff();
  let wanted = false;
  let current: Run | undefined;
  let serving: Run | undefined;
  let restart: NodeJS.Timeout | undefined;

  function launch(): Run {
    const run = runProcess(specification);
    current = run;
    if (run.processId !== undefined) specification.onStart?.(run.processId);
    return run;
  }

  async function becomeReady(run: Run): Promise<void> {
    await awaitReady(name, run, specification);
    if (current !== run) return;
    serving = run;
    changes.emit('ready');
  }

  async function watch(run: Run): Promise<void> {
    const outcome = await run.ended;
    if (serving === run) serving = undefined;
    if (!wanted || current !== run) return;
    const wait = backOff.next(Date.now() - run.startedAt);
    report(`${name} ended (${outcome}); restarting in ${wait / 1000} s`);
    restart = setTimeout(() => {
      const next = launch();
      void watch(next);
      becomeReady(next).then(
        () => report(`${name} is back`),
        (error: unknown) => report(error instanceof Error ? error.message : String(error)),
      );
    }, wait);
  }

  return {
    name,
    processId: () => (current?.hasEnded() === false ? current.processId : undefined),
    async start() {
      if (wanted) throw new Error(`${name} has already started`);
      wanted = true;
      const run = launch();
      try {
        await becomeReady(run);
      } catch (error) {
        wanted = false;
        await stopRun(run, specification.stopWithinMs);
        throw error;
      }
      void watch(run);
    },
    async whenReady(deadline) {
      while (serving === undefined) await once(changes, 'ready', { signal: deadline });
    },
    async kill() {
      const run = current;
      run?.killGroup();
      await run?.ended;
    },
    async stop() {
      wanted = false;
      clearTimeout(restart);
      const run = current;
      if (run !== undefined) await stopRun(run, specification.stopWithinMs);
    },
  };
}

const delays = { baseMs: 250, capMs: 10_000 };
/** Milliseconds after which a running process counts as healthy. The back-off then starts over. */
const HEALTHY_AFTER_MS = 30_000;

export interface BackOff {
  /** Returns the milliseconds to wait before the next start of a process that ran for `ranForMs`. */
  next(ranForMs: number): number;
}

/** Doubles waits from 250 ms to 10 s, and starts over once a process has run for 30 s. */
export function createBackOff(): BackOff {
  let failures = 0;
  return {
    next(ranForMs) {
      failures = ranForMs >= HEALTHY_AFTER_MS ? 0 : failures;
      const delay = backoff({ attempt: failures, ...delays });
      failures += 1;
      return delay;
    },
  };
}
