import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { waitUntil } from '../core/time.js';
import type { Logger } from './log.js';
import { registerProcessMetrics } from './process-metrics.js';

export interface Metrics {
  /** Counts one answered request. `route` is the operation's id, never a path with ids in it. */
  observe(route: string, status: number, seconds: number): void;
  /** Counts a request as in flight until the returned function is called, once. */
  countInFlight(): () => void;
  readonly registry: Registry;
}

/**
 * Each measurement of the event loop's delay wakes the process. With the default of 10 ms, this was most of the work of
 * an idle process.
 */
const eventLoopMonitoringPrecision = 100;

/** Creates metrics in Prometheus's text format: rate, errors and duration by route, and metrics of the process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision });
  registerProcessMetrics(registry);
  const duration = new Histogram({
    name: 'plotline_http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer.',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  let inFlight = 0;
  new Gauge({
    name: 'plotline_http_requests_in_flight',
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

/** Validity of a measurement. A scrape within this time gets the same results. */
const validMs = 15_000;
/** Maximum wait of a scrape, because the database may be unavailable. */
const timeoutMs = 900;

export interface MeasurementOptions {
  /** Queries the database and sets the gauges. May reject, and may take long. */
  readonly measure: () => Promise<void>;
  /** Subject of the measurement, for the log. */
  readonly subject: string;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Measures values that need queries, such as counts over all workspaces. A scrape starts the measurement, at most every
 * 15 seconds, and only one runs at a time.
 */
export class Measurement {
  readonly #options: MeasurementOptions;
  readonly #gauges: Gauge[] = [];
  #validUntil = 0;
  #measuring: Promise<void> | null = null;

  constructor(options: MeasurementOptions) {
    this.#options = options;
  }

  /** Registers a gauge that `measure` sets. */
  addGauge(registry: Registry, name: string, help: string, labelNames: readonly string[]): Gauge {
    const collect = () => this.refresh();
    const gauge = new Gauge({ name, help, labelNames, registers: [registry], collect });
    this.#gauges.push(gauge);
    return gauge;
  }

  /** Resolves within the time limit, with or without new values. After a failure, the gauges have no value. */
  async refresh(): Promise<void> {
    if (performance.now() < this.#validUntil) return;
    this.#measuring ??= this.#options
      .measure()
      .then(() => {
        this.#validUntil = performance.now() + validMs;
      })
      .catch((error: unknown) => {
        for (const gauge of this.#gauges) gauge.reset();
        this.#options.log.warn({ err: error, subject: this.#options.subject }, 'not measured');
      })
      .finally(() => {
        this.#measuring = null;
      });
    await waitUntil(Date.now() + timeoutMs, this.#measuring).catch(() => undefined);
  }

  /** Resolves when no measurement is running. */
  async whenIdle(): Promise<void> {
    await this.#measuring;
  }
}
