import type { Client as Connection } from 'pg';
import type { Database } from '../database.js';
import { CommandFailure, isConnectionLost } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import { type Answer, type Execution, readRow } from '../execution.js';
import type { Limits } from '../limits.js';
import { addClusterTime } from '../wire/document.js';

/** Snapshot of the database that the open transaction of `connection` reads. Readers use it one at a time. */
interface Held {
  readonly connection: Connection;
  /** Collections that were read. They can't be dropped while the transaction is open. */
  readonly databases: Set<string>;
  readonly lifetime: NodeJS.Timeout;
  idle: NodeJS.Timeout;
}

/** Snapshots that clients may read again, by the time that clients received with each snapshot. */
export class Snapshots {
  readonly #held = new Map<bigint, Held>();
  readonly #database: Database;
  readonly #limits: Limits;
  #lastTime = 0n;

  constructor(database: Database, limits: Limits) {
    this.#database = database;
    this.#limits = limits;
  }

  get size(): number {
    return this.#held.size;
  }

  /**
   * Runs a reading command on the snapshot of the given time. Without a time, runs the command on the current state and
   * keeps a snapshot of it. The answer contains the snapshot's time. A failure closes the snapshot.
   */
  async run(
    at: bigint | undefined,
    database: string,
    work: (execution: Execution, time: bigint) => Promise<Answer>,
  ): Promise<Answer> {
    const time = at ?? (await this.#hold());
    const { connection, databases } = this.#use(time);
    databases.add(database);
    try {
      const run: Execution['run'] = (statement, values) => readRow(connection, statement, values);
      const answer = await work({ run, runInTransaction: run, transaction: undefined }, time);
      return { ...answer, document: addClusterTime(answer.document, time) };
    } catch (error) {
      // The snapshot and its connection were closed while the command ran.
      if (!this.#held.has(time) && isConnectionLost(error)) throw createTooOldError();
      // PostgreSQL has already ended the transaction.
      await this.#giveUp(time);
      throw error;
    }
  }

  /** Closes the snapshots that were read in a database, so that dropping the database doesn't wait for them. */
  async giveUpOf(database: string): Promise<void> {
    const affected = [...this.#held].filter(([, { databases }]) => databases.has(database));
    await Promise.all(affected.map(([time]) => this.#giveUp(time)));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#held.keys()].map((time) => this.#giveUp(time)));
  }

  /** Keeps a snapshot of the current state and resolves to its time. */
  async #hold(): Promise<bigint> {
    for (const time of this.#held.keys()) {
      if (this.#held.size < this.#limits.snapshots) break;
      void this.#giveUp(time);
    }
    const connection = await this.#database.connect();
    try {
      await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await connection.query('SET LOCAL idle_in_transaction_session_timeout = 0');
      // The first query takes the snapshot.
      await connection.query('SELECT pg_current_snapshot()');
      const time = this.#nextTime();
      const giveUp = () => void this.#giveUp(time);
      this.#held.set(time, {
        connection,
        databases: new Set(),
        lifetime: setTimeout(giveUp, this.#limits.snapshotLifetimeMs),
        idle: setTimeout(giveUp, this.#limits.snapshotIdleMs),
      });
      return time;
    } catch (error) {
      await connection.end().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Returns a time with seconds in the upper half and a counter in the lower half, as in MongoDB. The process id makes
   * the times of different processes differ.
   */
  #nextTime(): bigint {
    const now = BigInt(Math.floor(Date.now() / 1_000)) << 32n;
    this.#lastTime = now > this.#lastTime ? now + BigInt(process.pid) : this.#lastTime + 1n;
    return this.#lastTime;
  }

  #use(time: bigint): Held {
    const held = this.#held.get(time);
    if (held === undefined) throw createTooOldError();
    held.idle.refresh();
    // A map iterates in insertion order, which keeps the snapshot that has been unused longest at the front.
    this.#held.delete(time);
    this.#held.set(time, held);
    return held;
  }

  async #giveUp(time: bigint): Promise<void> {
    const held = this.#held.get(time);
    if (held === undefined) return;
    this.#held.delete(time);
    clearTimeout(held.idle);
    clearTimeout(held.lifetime);
    await held.connection.end().catch(() => undefined);
  }
}

function createTooOldError(): CommandFailure {
  return new CommandFailure(errorCodes.snapshotTooOld, 'that state of the database has expired');
}
