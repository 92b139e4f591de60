import type { Logger } from 'pino';
import type { Broker } from '../../broker/broker.js';
import type { OutboundEvent } from '../../broker/message.js';
import type { Mode } from '../../core/caller.js';
import { backoff, type Time, type Timer } from '../../core/time.js';
import type { Lease } from '../lease.js';
import { publishBacklog } from './backlog.js';
import type { Entry } from './entry.js';
import type { Outbox, PostponedEntry } from './outbox.js';

const maxBatch = 100;
/** Maximum entries in memory. If there are more, all of them wait in the journal. */
const maxQueued = 2_000;
/** Age up to which entries are left to the process that committed them. */
const graceMs = 2_000;
/** Age limit while this process catches up. It publishes other processes' entries within this time. */
const catchUpGraceMs = 500;
const catchUpPauseMs = 100;
/**
 * Delay for marking published entries together. Much shorter than the time after which a different process would
 * publish them again.
 */
const markDelayMs = 200;
/** Pauses before events that no queue accepted are published again. */
const pauses = { baseMs: 2_000, capMs: 60_000 };

export interface RelayOptions {
  readonly outbox: Outbox;
  readonly broker: Pick<Broker, 'publish' | 'isConnected' | 'onConnect'>;
  readonly lease: Pick<Lease, 'whileHeld'>;
  readonly time: Time;
  readonly log: Logger;
}

/**
 * - `behind`: entries only wait in the journal.
 * - `catching up`: older entries are published from the journal, and newer entries are kept in memory.
 * - `live`: entries are published from memory.
 */
type State = 'behind' | 'catching up' | 'live';

function toEvents({ events, unroutable, request_id, traceparent, user }: Entry, mode: Mode): OutboundEvent[] {
  const left = unroutable ? events.filter(({ id }) => unroutable.events.includes(id)) : events;
  const context = {
    mode,
    requestId: request_id,
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(user === null ? {} : { agentId: user }),
  };
  return left.map((event) => ({ ...event, ...context }));
}

/** Publishes the events of one mode, one batch at a time, in the order of this process's commits. */
export class ModeRelay {
  readonly #mode: Mode;
  readonly #options: RelayOptions;
  readonly #onBehind: () => void;
  #state: State = 'behind';
  #queue: Entry[] = [];
  /** Ids of entries to mark. */
  readonly #published: string[] = [];
  #markTimer: Timer | undefined;
  #running: Promise<void> = Promise.resolve();
  #isScheduled = false;
  #isStopped = false;

  /** `onBehind` is called when entries are left to the journal. The journal must then be scanned. */
  constructor(mode: Mode, options: RelayOptions, onBehind: () => void) {
    this.#mode = mode;
    this.#options = options;
    this.#onBehind = onBehind;
  }

  /** Adds committed entries of this process. */
  enqueue(committed: readonly Entry[]): void {
    const entries = committed.filter(({ unpublished }) => unpublished);
    if (entries.length === 0 || this.#is('behind')) return;
    if (!this.#options.broker.isConnected() || this.#queue.length + entries.length > maxQueued) {
      this.fallBehind();
      return;
    }
    this.#queue.push(...entries);
    if (this.#isScheduled || !this.#is('live')) return;
    this.#isScheduled = true;
    void this.#run(() => this.#publishQueued());
  }

  /**
   * Leaves all entries to the journal, so that entries in memory aren't published late, after other processes have
   * published them.
   */
  fallBehind(): void {
    this.#state = 'behind';
    this.#queue = [];
    this.#onBehind();
  }

  /**
   * Catches up, or publishes entries that other processes left. Resolves to the due time of the entry that has waited
   * longest. Resolves to null if none waits, or to undefined if the outbox could not be read.
   */
  async scan(): Promise<Date | null | undefined> {
    let oldest: Date | null | undefined;
    await this.#run(async () => {
      await this.#markPublished();
      const dueBefore = new Date(this.#options.time.now() - graceMs);
      const [first] = await this.#options.outbox.findDue(this.#mode, dueBefore, 1);
      oldest = first?.unpublished ?? null;
      if (!this.#canPublish()) return;
      if (!this.#is('live')) await this.#catchUp();
      else if (first) await this.#publishDue(dueBefore);
    });
    return oldest;
  }

  /** Publishes the entries in memory, marks them, and then stops. */
  async stop(): Promise<void> {
    if (this.#is('live')) void this.#run(() => this.#publishQueued());
    this.#isStopped = true;
    await this.#run(() => this.#markPublished());
  }

  #is(state: State): boolean {
    return this.#state === state;
  }

  #canPublish(): boolean {
    return !this.#isStopped && this.#options.broker.isConnected();
  }

  /**
   * Runs one piece of work at a time, in order. After a failure it is unknown which entries were published, so all are
   * left to the journal.
   */
  #run(work: () => Promise<void>): Promise<void> {
    this.#running = this.#running.then(work).catch((error: unknown) => {
      this.fallBehind();
      this.#options.log.warn({ err: error, mode: this.#mode }, 'publishing events failed, they wait in the journal');
    });
    return this.#running;
  }

  async #publishQueued(): Promise<void> {
    this.#isScheduled = false;
    while (this.#queue.length > 0 && this.#is('live')) {
      this.#published.push(...(await this.#publish(this.#queue.splice(0, maxBatch))));
      if (this.#published.length >= maxBatch) await this.#markPublished();
    }
    this.#markTimer ??= this.#options.time.setTimeout(() => void this.#run(() => this.#markPublished()), markDelayMs);
  }

  async #markPublished(): Promise<void> {
    this.#markTimer?.cancel();
    this.#markTimer = undefined;
    const ids = this.#published.splice(0);
    try {
      await this.#options.outbox.markPublished(this.#mode, ids);
    } catch (error) {
      this.#published.unshift(...ids);
      throw error;
    }
  }

  /**
   * Publishes all earlier entries, or waits until another process has published them. Then the entries in memory may
   * follow.
   */
  async #catchUp(): Promise<void> {
    this.#state = 'catching up';
    this.#queue = [];
    const since = this.#options.time.now();
    while (this.#is('catching up') && this.#canPublish()) {
      const dueBefore = Math.min(since, this.#options.time.now() - catchUpGraceMs);
      const isDone = await this.#publishDue(new Date(dueBefore));
      if (isDone && dueBefore === since) {
        this.#state = 'live';
        await this.#publishQueued();
      } else await this.#options.time.sleep(catchUpPauseMs);
    }
    if (this.#is('catching up')) this.fallBehind();
  }

  /**
   * Publishes all processes' due entries, except those that a different process is publishing. Resolves to whether none
   * is left.
   */
  #publishDue(dueBefore: Date): Promise<boolean> {
    const { outbox, lease } = this.#options;
    const publish = async (entries: readonly Entry[]) => {
      const published = await this.#publish(entries);
      const ids = new Set(entries.map(({ _id }) => _id));
      this.#queue = this.#queue.filter(({ _id }) => !ids.has(_id));
      return published;
    };
    const canPublish = () => this.#canPublish();
    return publishBacklog({ mode: this.#mode, outbox, lease, canPublish, publish }, dueBefore);
  }

  /**
   * Publishes a batch. Resolves to the ids of entries whose events were all accepted by a queue. Postpones the other
   * entries.
   */
  async #publish(entries: readonly Entry[]): Promise<string[]> {
    const events = entries.flatMap((entry) => toEvents(entry, this.#mode));
    const unroutable = await this.#options.broker.publish(events);
    if (unroutable.size === 0) return entries.map(({ _id }) => _id);
    const names = new Set(events.filter(({ id }) => unroutable.has(id)).map(({ name }) => name));
    this.#options.log.warn({ events: [...names], mode: this.#mode }, 'no queue accepts events, they will be retried');
    const { postponed, published } = this.#divide(entries, unroutable);
    await this.#options.outbox.postpone(this.#mode, postponed);
    return published;
  }

  #divide(entries: readonly Entry[], returned: ReadonlySet<string>) {
    const postponed: PostponedEntry[] = [];
    const published: string[] = [];
    for (const { _id: id, events, unroutable } of entries) {
      const left = events.map((event) => event.id).filter((eventId) => returned.has(eventId));
      const attempts = (unroutable?.attempts ?? 0) + 1;
      const due = new Date(this.#options.time.now() + backoff({ attempt: attempts - 1, ...pauses }));
      if (left.length === 0) published.push(id);
      else postponed.push({ id, unroutable: { events: left, attempts }, due });
    }
    return { postponed, published };
  }
}
