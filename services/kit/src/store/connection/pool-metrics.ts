import type { mongo } from 'mongoose';
import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts the connections in a client's pools by the events that every MongoDB driver emits. */
class PoolCounts {
  #open = 0;
  #inUse = 0;
  #waiting = 0;

  /** `onWaited` receives the seconds that an operation waited for its connection. */
  constructor(client: mongo.MongoClient, onWaited: (seconds: number) => void) {
    const endWait = ({ durationMS }: { readonly durationMS: number }) => {
      this.#waiting -= 1;
      onWaited(durationMS / 1_000);
    };
    client.on('connectionCreated', () => {
      this.#open += 1;
    });
    client.on('connectionClosed', () => {
      this.#open -= 1;
    });
    client.on('connectionCheckOutStarted', () => {
      this.#waiting += 1;
    });
    client.on('connectionCheckOutFailed', endWait);
    client.on('connectionCheckedOut', (event) => {
      this.#inUse += 1;
      endWait(event);
    });
    client.on('connectionCheckedIn', () => {
      this.#inUse -= 1;
    });
  }

  get idle(): number {
    return Math.max(0, this.#open - this.#inUse);
  }

  get inUse(): number {
    return this.#inUse;
  }

  get waiting(): number {
    return this.#waiting;
  }
}

/** Registers the pool's metrics. Returns a function to call with the client before it connects. */
export function registerPoolMetrics(registry: Registry, poolSize: number): (client: mongo.MongoClient) => void {
  let counts: PoolCounts | null = null;
  const registers = [registry];
  new Gauge({
    name: 'plotline_mongodb_pool_connections',
    help: 'Connections to MongoDB, by whether an operation uses them.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'in_use' }, counts?.inUse ?? 0);
      this.set({ state: 'idle' }, counts?.idle ?? 0);
    },
  });
  new Gauge({
    name: 'plotline_mongodb_pool_waiting_operations',
    help: 'Operations that wait for a connection.',
    registers,
    collect() {
      this.set(counts?.waiting ?? 0);
    },
  });
  new Gauge({
    name: 'plotline_mongodb_pool_max_connections',
    help: 'Maximum of connections in the pool.',
    registers,
  }).set(poolSize);
  const waited = new Counter({
    name: 'plotline_mongodb_pool_wait_seconds_total',
    help: 'Total time that operations have waited for a connection.',
    registers,
  });
  return (client) => {
    counts = new PoolCounts(client, (seconds) => waited.inc(seconds));
  };
}
