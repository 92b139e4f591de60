import { Gauge, type Registry } from 'prom-client';
import type { Mode } from '../../core/caller.js';
import { Polling, realTime, type Time } from '../../core/time.js';
import { Measurement } from '../../telemetry/metrics.js';
import { modes } from '../connection/connect.js';
import type { Journal } from './journal.js';
import { ModeRelay, type RelayOptions } from './mode-relay.js';

/**
 * Intervals between scans: while entries wait in the journal, and otherwise. The second is the delay for entries that a
 * crashed process left.
 */
const [scanIntervalMs, idleScanIntervalMs] = [1_000, 5_000];
const countIntervalMs = 60_000;

type RelayParts = Omit<RelayOptions, 'time'> & {
  readonly journal: Pick<Journal, 'onCommit'>;
  readonly registry: Registry;
  readonly time?: Time;
};

/**
 * Publishes committed events from memory right after the commit. Publishes them from the journal if a crash or the
 * broker left them unpublished. An event may be published twice, with the same id.
 */
export class Relay {
  readonly #outbox: RelayOptions['outbox'];
  readonly #log: RelayOptions['log'];
  readonly #time: Time;
  readonly #relays: Readonly<Record<Mode, ModeRelay>>;
  readonly #polling: Polling;
  readonly #oldest: Gauge;
  readonly #unroutable: Gauge;
  /** Running scan of each mode. The backlog of one mode doesn't delay the other. */
  readonly #scanning = new Map<Mode, Promise<void>>();
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor({ journal, registry, time = realTime, ...parts }: RelayParts) {
    const options = { ...parts, time };
    const { outbox, log } = options;
    this.#time = time;
    this.#outbox = outbox;
    this.#log = log;
    this.#polling = new Polling({
      look: () => this.#scan(),
      intervalMs: scanIntervalMs,
      idleIntervalMs: idleScanIntervalMs,
      time,
    });
    const wake = () => this.#polling.wake();
    this.#relays = { live: new ModeRelay('live', options, wake), sandbox: new ModeRelay('sandbox', options, wake) };
    const [registers, labelNames] = [[registry], ['mode']];
    this.#oldest = new Gauge({
      name: 'plotline_relay_oldest_unpublished_seconds',
      help: 'Due time of the journal entry that has waited longest for publication.',
      registers,
      labelNames,
    });
    this.#unroutable = new Gauge({
      name: 'plotline_relay_unroutable_entries',
      help: 'Journal entries with events that no queue accepts, up to 10,000.',
      registers,
      labelNames,
    });
    const measurement = new Measurement({
      subject: 'unpublished entries',
      log,
      measure: async () => {
        for (const mode of modes) unpublished.set({ mode }, await outbox.countUnpublished(mode));
      },
    });
    const help = 'Journal entries with unpublished events, up to 10,000.';
    const unpublished = measurement.addGauge(registry, 'plotline_relay_unpublished_entries', help, labelNames);
    journal.onCommit((mode, entries) => this.#relays[mode].enqueue(entries));
    options.broker.onConnect(() => {
      for (const relay of Object.values(this.#relays)) relay.fallBehind();
      this.#scan();
    });
    this.#polling.start();
  }

  #scan(): void {
    const isCounting = this.#time.monotonic() - this.#countedAt >= countIntervalMs;
    if (isCounting) this.#countedAt = this.#time.monotonic();
    for (const mode of modes) {
      if (this.#scanning.has(mode)) continue;
      const scan = this.#scanMode(mode, isCounting).finally(() => this.#scanning.delete(mode));
      this.#scanning.set(mode, scan);
    }
  }

  async #scanMode(mode: Mode, isCounting: boolean): Promise<void> {
    const oldest = await this.#relays[mode].scan();
    if (oldest === undefined) this.#oldest.remove({ mode });
    else this.#oldest.set({ mode }, oldest ? (this.#time.now() - oldest.getTime()) / 1_000 : 0);
    if (oldest) this.#polling.wake();
    if (isCounting) await this.#countUnroutable(mode);
  }

  async #countUnroutable(mode: Mode): Promise<void> {
    try {
      this.#unroutable.set({ mode }, await this.#outbox.countUnroutable(mode));
    } catch (error) {
      this.#unroutable.remove({ mode });
      this.#log.warn({ err: error, mode }, 'counting unroutable entries failed');
    }
  }

  /** Publishes and marks the entries that are still in memory, and then stops. */
  async stop(): Promise<void> {
    this.#polling.stop();
    await Promise.all(modes.map((mode) => this.#relays[mode].stop()));
    await Promise.all(this.#scanning.values());
  }
}
