import type { ClientSession } from 'mongoose';
import type { Mode } from './caller.js';
import { type Databases, modes } from './mongo/connect.js';
import { isDuplicateKey, prepareCollection } from './mongo/indexes.js';
import { runInTransaction } from './mongo/transaction.js';

const collectionName = 'inbox';
/** A duplicate that comes later than this is taken for new; brokers and relays repeat within minutes. */
const keptSeconds = 14 * 24 * 3_600;

/** Ids of the events that a service has handled, so that an event which arrives twice has its effect once. */
export class Inbox {
  readonly #databases: Databases;

  constructor(databases: Databases) {
    this.#databases = databases;
  }

  async prepare(): Promise<void> {
    const indexes = [{ name: 'expiry', keys: { at: 1 } as const, expireAfterSeconds: keptSeconds }];
    for (const mode of modes) await prepareCollection(this.#databases[mode].collection(collectionName), indexes);
  }

  /** Runs `work` with the event's id in one transaction; false, and no effect, when the event was handled before. */
  async once(
    mode: Mode,
    eventId: string,
    budget: number,
    work: (session: ClientSession) => Promise<void>,
  ): Promise<boolean> {
    const connection = this.#databases[mode];
    try {
      await runInTransaction(connection, Date.now() + budget, async (session) => {
        await connection
          .collection<{ _id: string; at: Date }>(collectionName)
          .insertOne({ _id: eventId, at: new Date() }, { session });
        await work(session);
      });
      return true;
    } catch (error) {
      const seen = await connection.collection<{ _id: string }>(collectionName).findOne({ _id: eventId });
      if (isDuplicateKey(error) && seen) return false;
      throw error;
    }
  }
}
