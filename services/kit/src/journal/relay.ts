import { Gauge, type Registry } from 'prom-client';
import type { Mode } from '../caller.js';
import { modes } from '../mongo/connect.js';
import type { Journal } from './journal.js';
import { ModeRelay, type RelayOptions } from './mode-relay.js';

const scanIntervalMs = 1_000;
/** Scans from one count of unroutable entries to the next. */
const countEvery = 15;

/**
 * Publishes committed events: from memory right after the commit, and from the journal what was left unpublished by a crash or
 * while the broker took nothing. An event may be published twice, with the same id.
 */
export class Relay {
  readonly #options: RelayOptions;
  readonly #relays: Readonly<Record<Mode, ModeRelay>>;
  readonly #timer: NodeJS.Timeout;
  readonly #oldest: Gauge;
  readonly #unroutable: Gauge;
  #scanning: Promise<void> | null = null;
  #scans = 0;

  constructor(options: RelayOptions & { readonly journal: Pick<Journal, 'onCommit'>; readonly registry: Registry }) {
    this.#options = options;
    this.#relays = { live: new ModeRelay('live', options), sandbox: new ModeRelay('sandbox', options) };
    const [registers, labelNames] = [[options.registry], ['mode']];
    this.#oldest = new Gauge({
      name: 'relay_oldest_unpublished_seconds',
      help: 'Since when the longest unpublished journal entry is due.',
      registers,
      labelNames,
    });
    this.#unroutable = new Gauge({
      name: 'relay_unroutable_entries',
      help: 'Journal entries with events that no queue takes, up to 10,000.',
      registers,
      labelNames,
    });
    options.journal.onCommit((mode, entries) => this.#relays[mode].enqueue(entries));
    options.broker.onConnect(() => {
      for (const relay of Object.values(this.#relays)) relay.fallBehind();
      this.#scan();
    });
    this.#timer = setInterval(() => this.#scan(), scanIntervalMs);
    this.#timer.unref();
    this.#scan();
  }

  #scan(): void {
    this.#scanning ??= this.#scanModes().finally(() => {
      this.#scanning = null;
    });
  }

  async #scanModes(): Promise<void> {
    const isCounting = this.#scans % countEvery === 0;
    this.#scans += 1;
    await Promise.all(
      modes.map(async (mode) => {
        const oldest = await this.#relays[mode].scan();
        this.#oldest.set({ mode }, oldest ? (Date.now() - oldest.getTime()) / 1_000 : 0);
        if (isCounting) await this.#countUnroutable(mode);
      }),
    );
  }

  async #countUnroutable(mode: Mode): Promise<void> {
    try {
      this.#unroutable.set({ mode }, await this.#options.outbox.countUnroutable(mode));
    } catch (error) {
      this.#options.log.warn({ err: error, mode }, 'unroutable entries could not be counted');
    }
  }

  /** Publishes the entries that are still in memory and marks them, then nothing more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(modes.map((mode) => this.#relays[mode].stop()));
    await this.#scanning;
  }
}
