import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Counts one answered request. `route` is the operation's id, never a path with ids in it. */
  observe(route: string, status: number, seconds: number): void;
  /** Counts a request as in flight until the returned function is called, once. */
  countInFlight(): () => void;
  readonly registry: Registry;
}

/**
 * Each look at the event loop's delay wakes the process. The default of every 10 ms was most of the work of an idle
 * process.
 */
const eventLoopMonitoringPrecision = 100;

/** Creates metrics in Prometheus's text format: rate, errors and duration by route, and those of the process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  let inFlight = 0;
  new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests in flight, without those for probes and metrics.',
    registers: [registry],
    collect() {
      this.set(inFlight);
    },
  });
  return {
    registry,
    observe: (route, status, seconds) => duration.observe({ route, status }, seconds),
    countInFlight: () => {
      inFlight += 1;
      return () => {
        inFlight -= 1;
      };
    },
  };
}
