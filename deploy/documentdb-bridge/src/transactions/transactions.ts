import type { TransactionReference } from '../command.js';
import type { Cursors } from '../commands/queries.js';
import type { Database } from '../database.js';
import { CommandFailure, toFailure } from '../errors/command-failure.js';
import { errorCodes } from '../errors/error-codes.js';
import type { Answer, Client, Execution } from '../execution.js';
import type { Limits } from '../limits.js';
import { decideOutcome, OpenTransaction } from './open-transaction.js';
import { Semaphore } from './semaphore.js';

/** Open transactions, one for each client session. */
export class Transactions {
  readonly #open = new Map<string, OpenTransaction>();
  readonly #expiry = new Map<OpenTransaction, NodeJS.Timeout>();
  readonly #commits = new Map<string, Promise<boolean>>();
  readonly #slots: Semaphore;
  readonly #database: Database;
  readonly #cursors: Cursors;
  readonly #limits: Limits;

  constructor(database: Database, cursors: Cursors, limits: Limits) {
    this.#database = database;
    this.#cursors = cursors;
    this.#limits = limits;
    this.#slots = new Semaphore(limits.transactions);
  }

  get size(): number {
    return this.#open.size;
  }

  /** Runs a command in its transaction. Any failure ends the transaction, as in mongod. */
  async run(
    reference: TransactionReference,
    client: Client,
    mayWrite: boolean,
    work: (execution: Execution) => Promise<Answer>,
  ): Promise<Answer> {
    const transaction = reference.starts ? await this.#begin(reference, client) : this.#find(reference);
    transaction.client = client;
    transaction.wrote ||= mayWrite;
    this.#stopExpiry(transaction);
    try {
      const answer = await work(transaction.execution());
      if (answer.failed) await this.#rollback(transaction);
      else if (this.#open.get(reference.session) === transaction) this.#startExpiry(transaction);
      return answer;
    } catch (error) {
      await this.#rollback(transaction);
      throw error;
    }
  }

  /** Resolves once the transaction is committed. A repeated call returns the outcome of the first. */
  async commit(reference: TransactionReference): Promise<void> {
    const key = `${reference.session}:${reference.number}`;
    const commit = this.#commits.get(key) ?? this.#commit(reference).finally(() => this.#commits.delete(key));
    this.#commits.set(key, commit);
    if (!(await commit)) throw createNoSuchTransactionError('the transaction was rolled back');
  }

  async abort(reference: TransactionReference): Promise<void> {
    await this.#rollback(this.#find(reference));
  }

  /** Rolls back the transactions that the client left open. */
  rollbackClient(client: Client): void {
    for (const transaction of this.#open.values()) if (transaction.client === client) void this.#rollback(transaction);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((transaction) => this.#rollback(transaction)));
  }

  async #begin(reference: TransactionReference, client: Client): Promise<OpenTransaction> {
    const resources = { database: this.#database, slots: this.#slots, limits: this.#limits };
    await this.#endPrevious(reference);
    const transaction = await OpenTransaction.begin(reference, client, resources);
    await this.#endPrevious(reference).catch(async (error: unknown) => {
      await transaction.rollback();
      throw error;
    });
    this.#open.set(reference.session, transaction);
    if (!client.isClosed()) return transaction;
    await this.#rollback(transaction);
    throw new CommandFailure(errorCodes.socketException, 'the client disconnected');
  }

  /** Allows one transaction for each session. A newer transaction ends the open one, and an older one is refused. */
  async #endPrevious({ session, number }: TransactionReference): Promise<void> {
    const previous = this.#open.get(session);
    if (previous === undefined) return;
    if (previous.reference.number >= number) {
      throw new CommandFailure(errorCodes.transactionTooOld, 'the session already has this transaction or a newer one');
    }
    await this.#rollback(previous);
  }

  #find({ session, number }: TransactionReference): OpenTransaction {
    const transaction = this.#open.get(session);
    if (transaction?.reference.number === number) return transaction;
    throw createNoSuchTransactionError('the transaction was not started, or has ended');
  }

  async #commit(reference: TransactionReference): Promise<boolean> {
    const transaction = this.#open.get(reference.session);
    if (transaction?.reference.number !== reference.number) return decideOutcome(this.#database, reference);
    this.#forget(transaction);
    try {
      return await transaction.commit();
    } catch (error) {
      throw toFailure(error, true);
    }
  }

  async #rollback(transaction: OpenTransaction): Promise<void> {
    this.#forget(transaction);
    await transaction.rollback();
  }

  #forget(transaction: OpenTransaction): void {
    const { session } = transaction.reference;
    this.#stopExpiry(transaction);
    if (this.#open.get(session) !== transaction) return;
    this.#open.delete(session);
    this.#cursors.deleteOfTransaction(session);
  }

  #startExpiry(transaction: OpenTransaction): void {
    this.#stopExpiry(transaction);
    const { transactionIdleMs, transactionLifetimeMs } = this.#limits;
    const leftMs = transaction.begunAt + transactionLifetimeMs - performance.now();
    const rollback = () => void this.#rollback(transaction);
    this.#expiry.set(transaction, setTimeout(rollback, Math.min(transactionIdleMs, leftMs)));
  }

  #stopExpiry(transaction: OpenTransaction): void {
    clearTimeout(this.#expiry.get(transaction));
    this.#expiry.delete(transaction);
  }
}

function createNoSuchTransactionError(message: string): CommandFailure {
  return new CommandFailure(errorCodes.noSuchTransaction, message, { labels: ['TransientTransactionError'] });
}
