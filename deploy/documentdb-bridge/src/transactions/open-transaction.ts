import type { ClientBase, PoolClient } from 'pg';
import type { TransactionReference } from '../command.js';
import type { Database } from '../database.js';
import { CommandFailure, isConnectionLost } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import { type Client, type Execution, readRow } from '../execution.js';
import type { Limits } from '../limits.js';
import type { Semaphore } from './semaphore.js';

/** Transaction that has begun. It uses one PostgreSQL connection until the commit or rollback. */
export class OpenTransaction {
  readonly reference: TransactionReference;
  readonly begunAt = performance.now();
  /**
   * Connection that sent the transaction's last command. When this connection closes, the transaction is rolled back.
   */
  client: Client;
  /** Set once the transaction ran a command that may have written. */
  wrote = false;
  readonly #database: Database;
  readonly #connection: PoolClient;
  readonly #releaseSlot: () => void;
  #ended = false;

  private constructor(
    reference: TransactionReference,
    client: Client,
    database: Database,
    held: { connection: PoolClient; releaseSlot: () => void },
  ) {
    this.reference = reference;
    this.client = client;
    this.#database = database;
    this.#connection = held.connection;
    this.#releaseSlot = held.releaseSlot;
  }

  static async begin(
    reference: TransactionReference,
    client: Client,
    resources: { readonly database: Database; readonly slots: Semaphore; readonly limits: Limits },
  ): Promise<OpenTransaction> {
    const { database, slots, limits } = resources;
    const releaseSlot = await slots.acquire(limits.transactionWaitMs);
    if (releaseSlot === undefined)
      throw new CommandFailure(errorCodes.temporarilyUnavailable, 'too many open transactions');
    let connection: PoolClient | undefined;
    try {
      connection = await database.acquire(client.isClosed);
      await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    } catch (error) {
      connection?.release(true);
      releaseSlot();
      throw error;
    }
    return new OpenTransaction(reference, client, database, { connection, releaseSlot });
  }

  execution(): Execution {
    const run: Execution['run'] = (statement, values) => readRow(this.#connection, statement, values);
    return {
      run,
      runInTransaction: run,
      transaction: this.reference.session,
    };
  }

  /**
   * Returns true if the transaction is committed, and false if it was rolled back. Rejects if PostgreSQL refused the
   * commit, or if the outcome is unknown.
   */
  async commit(): Promise<boolean> {
    this.#ended = true;
    try {
      const committed = this.wrote
        ? await commitWithOutcome(this.#connection, this.reference)
        : await this.#finish('COMMIT');
      this.#release(false);
      return committed;
    } catch (error) {
      if (!isConnectionLost(error)) {
        await this.#finish('ROLLBACK').then(
          () => this.#release(false),
          () => this.#release(true),
        );
        throw error;
      }
      this.#release(true);
      return this.wrote ? await this.#decide() : true;
    }
  }

  async rollback(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#finish('ROLLBACK').then(
      () => this.#release(false),
      () => this.#release(true),
    );
  }

  async #finish(statement: 'COMMIT' | 'ROLLBACK'): Promise<true> {
    await this.#connection.query(statement);
    return true;
  }

  async #decide(): Promise<boolean> {
    return decideOutcome(this.#database, this.reference).catch(() => {
      throw new CommandFailure(
        errorCodes.socketException,
        'the connection to the database was lost during the commit',
        {
          labels: ['UnknownTransactionCommitResult', 'RetryableWriteError'],
        },
      );
    });
  }

  #release(destroy: boolean): void {
    this.#connection.release(destroy);
    this.#releaseSlot();
  }
}

const OUTCOME_RETENTION = '1 hour';

const decide = {
  name: 'outcome_decide',
  text: `INSERT INTO documentdb_bridge.outcomes (session, number, committed) VALUES ($1::uuid, $2::bigint, false)
    ON CONFLICT DO NOTHING RETURNING 'decided'`,
};
const look = {
  name: 'outcome_look',
  text: 'SELECT committed::text FROM documentdb_bridge.outcomes WHERE session = $1::uuid AND number = $2::bigint',
};
const deleteOld = {
  name: 'outcome_delete_old',
  text: `DELETE FROM documentdb_bridge.outcomes WHERE at < now() - interval '${OUTCOME_RETENTION}'`,
};
/** Deletes outcomes older than their retention. */
export async function deleteOldOutcomes(database: Database): Promise<void> {
  await database.run(deleteOld, []);
}

/**
 * Commits, and returns whether PostgreSQL committed. The same transaction inserts the outcome, so the outcome exists if
 * and only if the transaction committed.
 */
async function commitWithOutcome(client: ClientBase, { session, number }: TransactionReference): Promise<boolean> {
  // The values can't inject SQL, because the parser built them from digits. One simple query saves a round trip.
  const entry = `INSERT INTO documentdb_bridge.outcomes (session, number, committed) VALUES ('${session}', ${number}, true)`;
  const results: unknown = await client.query(`${entry}; COMMIT`);
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, without an error.
  return typeof last === 'object' && last !== null && 'command' in last && last.command === 'COMMIT';
}

/**
 * Returns whether a transaction committed. If it didn't, inserts an outcome that makes a later commit fail on the
 * primary key. Waits for a running commit.
 */
export async function decideOutcome(database: Database, { session, number }: TransactionReference): Promise<boolean> {
  const values = [session, String(number)];
  const [decided] = await database.run(decide, values);
  if (decided !== undefined) return false;
  const [committed] = await database.run(look, values);
  return committed === 'true';
}
