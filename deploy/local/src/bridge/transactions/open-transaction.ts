import type { PoolClient } from 'pg';
import type { TransactionReference } from '../command.js';
import { CommandFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import { isConnectionLost } from '../errors/to-failure.js';
import type { Client, Execution } from '../execution.js';
import type { Limits } from '../limits.js';
import type { Database } from '../postgres/database.js';
import { readRow } from '../postgres/statement.js';
import { commitWithOutcome, decideOutcome } from './commit-ledger.js';
import type { Places } from './places.js';

/** A transaction that has begun and holds a PostgreSQL connection until it is committed or rolled back. */
export class OpenTransaction {
  readonly reference: TransactionReference;
  /** Who sent its last command: when that connection closes, nobody is there to go on with it. */
  client: Client;
  /** Whether a command ran that may have written. */
  wrote = false;
  readonly #database: Database;
  readonly #connection: PoolClient;
  readonly #leave: () => void;
  #ended = false;

  private constructor(
    reference: TransactionReference,
    client: Client,
    database: Database,
    held: { connection: PoolClient; leave: () => void },
  ) {
    this.reference = reference;
    this.client = client;
    this.#database = database;
    this.#connection = held.connection;
    this.#leave = held.leave;
  }

  static async begin(
    reference: TransactionReference,
    client: Client,
    resources: { readonly database: Database; readonly places: Places; readonly limits: Limits },
  ): Promise<OpenTransaction> {
    const { database, places, limits } = resources;
    const leave = await places.take(limits.transactionWaitMs);
    if (leave === undefined) throw new CommandFailure(errorCodes.temporarilyUnavailable, 'too many open transactions');
    let connection: PoolClient | undefined;
    try {
      connection = await database.acquire(client.isClosed);
      await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    } catch (error) {
      connection?.release(true);
      leave();
      throw error;
    }
    return new OpenTransaction(reference, client, database, { connection, leave });
  }

  execution(): Execution {
    const run: Execution['run'] = (statement, values) => readRow(this.#connection, statement, values);
    return {
      run,
      runUnlessUndone: run,
      transaction: this.reference.session,
    };
  }

  /** Whether it is committed; false when it was rolled back. Rejects when PostgreSQL refused, or the outcome is unknown. */
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
      throw new CommandFailure(errorCodes.socketException, 'the database went away while it committed', {
        labels: ['UnknownTransactionCommitResult', 'RetryableWriteError'],
      });
    });
  }

  #release(destroy: boolean): void {
    this.#connection.release(destroy);
    this.#leave();
  }
}
