import mongoose, { type mongo } from 'mongoose';

const writableTypes: ReadonlySet<string> = new Set(['RSPrimary', 'Mongos', 'Standalone', 'LoadBalancer']);
const probeTimeoutMs = 4_000;

/**
 * Watches MongoDB through the driver's monitors, which have their own connections. A query through the pool would wait
 * behind slow ones, and take every replica out of service when the database is busy.
 */
export class ServerWatch {
  readonly #url: string;
  #client: mongo.MongoClient | null = null;
  #isReady = false;
  #answers = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Follows a client; call it before the client connects. */
  follow(client: mongo.MongoClient): void {
    this.#client = client;
    client.on('topologyDescriptionChanged', ({ newDescription }) => {
      this.#isReady = [...newDescription.servers.values()].some(({ type }) => writableTypes.has(type));
    });
    client.on('connectionCheckedIn', () => {
      this.#answers += 1;
    });
  }

  /** Whether the driver knows a server that accepts writes. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Number of operations that have returned their connection. */
  get answers(): number {
    return this.#answers;
  }

  /** Sends a ping without waiting for its answer. */
  ping(): void {
    this.#client
      ?.db('admin')
      .command({ ping: 1 })
      .catch(() => undefined);
  }

  /** Whether a new client, created for this question, reaches a server that accepts writes. */
  async isReachable(): Promise<boolean> {
    const timeouts = { serverSelectionTimeoutMS: probeTimeoutMs, connectTimeoutMS: probeTimeoutMs };
    const client = new mongoose.mongo.MongoClient(this.#url, {
      ...timeouts,
      socketTimeoutMS: probeTimeoutMs,
      maxPoolSize: 1,
    });
    try {
      await client.db('admin').command({ ping: 1 });
      return true;
    } catch {
      return false;
    } finally {
      await client.close().catch(() => undefined);
    }
  }
}
