import mongoose, { type mongo } from 'mongoose';

const writableTypes: ReadonlySet<string> = new Set(['RSPrimary', 'Mongos', 'Standalone', 'LoadBalancer']);
const probeTimeoutMs = 4_000;

/**
 * Tells whether MongoDB is there by what the driver's monitors find, which have connections of their own: a question through the pool would
 * wait behind slow queries, and take every replica out of service when the database has much to do.
 */
export class ServerWatch {
  readonly #url: string;
  #client: mongo.MongoClient | null = null;
  #isReady = false;
  #answers = 0;

  constructor(url: string) {
    this.#url = url;
  }

  /** Called with the client before it connects. */
  follow(client: mongo.MongoClient): void {
    this.#client = client;
    client.on('topologyDescriptionChanged', ({ newDescription }) => {
      this.#isReady = [...newDescription.servers.values()].some(({ type }) => writableTypes.has(type));
    });
    client.on('connectionCheckedIn', () => {
      this.#answers += 1;
    });
  }

  /** Whether a server is known that takes writes. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** How many operations have given their connection back so far. */
  get answers(): number {
    return this.#answers;
  }

  /** Asks for an answer, and waits for none. */
  ping(): void {
    this.#client
      ?.db('admin')
      .command({ ping: 1 })
      .catch(() => undefined);
  }

  /** Whether a client of its own, made for this question, reaches a server that takes writes. */
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
