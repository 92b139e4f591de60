import { Histogram, type Registry } from 'prom-client';
import type { ProblemCode } from '../core/errors.js';

const names = {
  client: 'plotline_rpc_client_duration_seconds',
  server: 'plotline_rpc_server_duration_seconds',
} as const;
const helps = {
  client: 'Time from a call of another service to its answer, including retries.',
  server: 'Time from the arrival of a call to its answer.',
} as const;

/** Records a call of `path` that just ended; `startedAt` is a value of `performance.now()`. */
export type ObserveCall = (path: string, code: ProblemCode | 'OK', startedAt: number) => void;

/**
 * Measures calls by method (`plotline.team.v1.AgentsService/GetAgent`) and outcome: `OK`, or the code of the problem.
 * Both sides count the same outcome, unless the call didn't reach the server. All peers of a process share one metric.
 */
export function createCallObserver(side: 'client' | 'server', registry: Registry | undefined): ObserveCall {
  if (!registry) return () => undefined;
  const found = registry.getSingleMetric(names[side]);
  const duration =
    found instanceof Histogram
      ? found
      : new Histogram({
          name: names[side],
          help: helps[side],
          labelNames: ['method', 'code'],
          buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
          registers: [registry],
        });
  return (path, code, startedAt) =>
    duration.observe({ method: path.slice(1), code }, (performance.now() - startedAt) / 1_000);
}
