import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** Counts one answered request; `route` is the operation's id, never a path with ids in it. */
  observe(route: string, status: number, seconds: number): void;
  /** Counts a request as in flight until what is returned is called, once. */
  countInFlight(): () => void;
  readonly registry: Registry;
}

/** Each look at the delay of the event loop wakes the process: every 10 ms, as by default, was the most that an idle one did. */
const eventLoopMonitoringPrecision = 100;

/** Rate, errors and duration by route, and metrics of the process, in Prometheus's text format. */
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
    help: 'Requests that are being answered, without those for probes and metrics.',
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
