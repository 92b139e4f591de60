import { Gauge, type Registry } from 'prom-client';
import { waitUntil } from '../core/time.js';
import type { Logger } from './log.js';

/** A scrape within this time gets the previous results. */
const validMs = 15_000;
/** A scrape waits no longer, because the database may be away. */
const timeoutMs = 900;

export interface MeasurementOptions {
  /** Queries the database and sets the gauges. May reject, and may take long. */
  readonly measure: () => Promise<void>;
  /** Subject of the measurement, for the log. */
  readonly subject: string;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Measures values that need queries, such as counts over all workspaces: when a scrape asks, at most every 15 seconds,
 * one at a time.
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

  /** Resolves in time, with or without new values. After a failure the gauges have no value. */
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
