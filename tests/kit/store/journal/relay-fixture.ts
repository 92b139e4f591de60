import type { OutboundEvent } from '@plotline/kit/broker/message';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Entry } from '@plotline/kit/store/journal/entry';
import type { CommitListener } from '@plotline/kit/store/journal/journal';
import { Outbox } from '@plotline/kit/store/journal/outbox';
import { Relay } from '@plotline/kit/store/journal/relay';
import { Lease } from '@plotline/kit/store/lease';
import { createLog } from '@plotline/kit/telemetry/log';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { ManualTime } from '../../../support/manual-time.js';

/** Replaces RabbitMQ for several relays. Records what they publish. */
export class FakeBroker {
  /** Descriptions of the published events. Each includes the number of the relay that published the event. */
  readonly published: { readonly relay: number; readonly event: OutboundEvent }[] = [];
  /** Names of events that no queue accepts. */
  readonly unroutable = new Set<string>();
  /** Lease acquisitions that are in progress. */
  readonly renewals = new Set<Promise<boolean>>();
  readonly time = new ManualTime();
  delayMs = 0;
  /** Decides what happens to a batch that is being published. */
  beforePublish: (events: readonly OutboundEvent[], relay: number) => Promise<void> = async () => undefined;

  async take(relay: number, events: readonly OutboundEvent[]): Promise<ReadonlySet<string>> {
    await this.beforePublish(events, relay);
    if (this.delayMs > 0) await this.time.sleep(this.delayMs);
    const returned = events.filter(({ name }) => this.unroutable.has(name));
    for (const event of events) if (!returned.includes(event)) this.published.push({ relay, event });
    return new Set(returned.map(({ id }) => id));
  }

  /** Advances the relays' time until `check` does not throw. Pauses while a relay waits to renew its lease. */
  passUntil<T>(check: () => Promise<T> | T): Promise<T> {
    const checkAfterRenewals = async () => {
      await Promise.allSettled(this.renewals);
      return check();
    };
    return this.time.passUntil(checkAfterRenewals, 100);
  }

  get numbers(): number[] {
    return this.published.map(({ event }) => JSON.parse(event.payload).data.number);
  }
}

/** Lease of a replica that reports its acquisitions to the broker. */
class WatchedLease extends Lease {
  readonly #renewals: Set<Promise<boolean>>;

  constructor(databases: ServiceRuntime['databases'], { time, renewals }: FakeBroker) {
    super(databases, createLog('test', 'silent'), time);
    this.#renewals = renewals;
  }

  protected override acquire(...wanted: Parameters<Lease['acquire']>): Promise<boolean> {
    const acquired = super.acquire(...wanted);
    this.#renewals.add(acquired);
    const forget = () => void this.#renewals.delete(acquired);
    acquired.then(forget, forget);
    return acquired;
  }
}

/** Outbox of a replica. Its database connection can be cut. */
class SeverableOutbox extends Outbox {
  isCut = false;

  override async findDue(...wanted: Parameters<Outbox['findDue']>): Promise<Entry[]> {
    if (this.isCut) throw new Error('The database is away.');
    return super.findDue(...wanted);
  }
}

/** Relay of a service replica, with its own connection. */
export interface Replica {
  setConnected(isConnected: boolean): void;
  /** Sets whether the replica can read the outbox. */
  setOutboxCut(isCut: boolean): void;
  /** Notifies the relay that this replica has committed entries. */
  readonly onCommit: CommitListener;
  readGauge(name: string): Promise<number>;
  stop(): Promise<void>;
}

export function startReplica({ databases }: ServiceRuntime, broker: FakeBroker, number = 0): Replica {
  const outbox = new SeverableOutbox(databases);
  const registry = createMetrics('test').registry;
  let isConnected = true;
  const onConnect: (() => void)[] = [];
  let onCommit: CommitListener = () => undefined;
  const relay = new Relay({
    journal: {
      onCommit: (listener) => {
        onCommit = listener;
      },
    },
    outbox,
    broker: {
      publish: async (events) => {
        if (!isConnected) throw new Error('not connected');
        return broker.take(number, events);
      },
      isConnected: () => isConnected,
      onConnect: (listener) => void onConnect.push(listener),
    },
    lease: new WatchedLease(databases, broker),
    time: broker.time,
    log: createLog('test', 'silent'),
    registry,
  });
  return {
    setConnected: (now) => {
      isConnected = now;
      if (now) for (const listener of onConnect) listener();
    },
    setOutboxCut: (isCut) => {
      outbox.isCut = isCut;
    },
    onCommit: (mode, entries: readonly Entry[]) => onCommit(mode, entries),
    readGauge: async (name) => {
      const metric = await registry.getSingleMetric(name)?.get();
      return metric?.values.find(({ labels }) => labels.mode === 'live')?.value ?? Number.NaN;
    },
    stop: async () => {
      let hasStopped = false;
      const stopped = relay.stop().finally(() => {
        hasStopped = true;
      });
      await broker.passUntil(() => {
        if (!hasStopped) throw new Error('A relay does not stop.');
      });
      await stopped;
    },
  };
}
