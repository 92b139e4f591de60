import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Mode } from '../core/caller.js';
import type { Time } from '../core/time.js';

/** Metrics of a process's background work. */
interface TaskMetrics {
  /** Time of the last round of a task that ended without an error, in seconds since the epoch. */
  readonly lastSuccess: Gauge;
  readonly interval: Gauge;
  readonly failures: Counter;
  readonly jobDuration: Histogram;
}

/** One set of metrics for all tasks of a process. */
const registered = new WeakMap<Registry, TaskMetrics>();

function register(registry: Registry): TaskMetrics {
  const registers = [registry];
  return {
    lastSuccess: new Gauge({
      name: 'plotline_task_last_success_timestamp_seconds',
      help: 'Time at which a periodic task last ended a round without an error, or was started, in this process.',
      labelNames: ['task', 'mode'],
      registers,
    }),
    interval: new Gauge({
      name: 'plotline_task_interval_seconds',
      help: 'Longest time from one round of a periodic task to the next.',
      labelNames: ['task', 'mode'],
      registers,
    }),
    failures: new Counter({
      name: 'plotline_task_failures_total',
      help: 'Rounds of a periodic task that ended with an error.',
      labelNames: ['task', 'mode'],
      registers,
    }),
    jobDuration: new Histogram({
      name: 'plotline_job_duration_seconds',
      help: 'Time from the request of a job to its end, by kind and end.',
      labelNames: ['kind', 'outcome'],
      buckets: [1, 5, 15, 60, 300, 900, 3_600, 14_400, 86_400],
      registers,
    }),
  };
}

/** Returns the metrics of the tasks that share a registry. */
function getTaskMetrics(registry: Registry): TaskMetrics {
  const found = registered.get(registry) ?? register(registry);
  registered.set(registry, found);
  return found;
}

/** Observes the rounds of one task. */
export interface RoundObserver {
  started(mode: Mode): void;
  succeeded(mode: Mode): void;
  failed(mode: Mode): void;
}

const silent: RoundObserver = { started: () => undefined, succeeded: () => undefined, failed: () => undefined };

/** Creates the observer of a task whose rounds begin at most `intervalMs` apart. */
export function createRoundObserver(
  registry: Registry | undefined,
  {
    task,
    intervalMs,
    clock,
  }: { readonly task: string; readonly intervalMs: number; readonly clock: Pick<Time, 'now'> },
): RoundObserver {
  if (!registry) return silent;
  const { lastSuccess, interval, failures } = getTaskMetrics(registry);
  const succeeded = (mode: Mode) => lastSuccess.set({ task, mode }, clock.now() / 1_000);
  return {
    started: (mode) => {
      interval.set({ task, mode }, intervalMs / 1_000);
      failures.inc({ task, mode }, 0);
      // Counts the start as a success, so that a task that never succeeds is found by the age of its start.
      succeeded(mode);
    },
    succeeded,
    failed: (mode) => failures.inc({ task, mode }),
  };
}

/** Records that a job ended. `outcome` is the job's final status. */
export function observeJobEnd(
  registry: Registry,
  {
    kind,
    created_at,
    finished_at,
  }: { readonly kind: string; readonly created_at: Date; readonly finished_at: Date | null },
  outcome: string,
): void {
  const seconds = Math.max(0, ((finished_at ?? created_at).getTime() - created_at.getTime()) / 1_000);
  getTaskMetrics(registry).jobDuration.observe({ kind, outcome }, seconds);
}
