import { hash, randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { Answer } from '../../core/answer.js';
import type { Caller, Mode } from '../../core/caller.js';
import { conflict, idempotencyKeyReused, Problem } from '../../core/errors.js';
import { createSeal, type Keyring, type Seal, UnreadableSeal } from '../../core/secrets.js';
import { realTime, type Time } from '../../core/time.js';
import type { Databases } from '../connection/connect.js';
import { shareOperation } from '../connection/connection-shares.js';
import { type DeclaredCollection, isDuplicateKey } from '../indexes.js';
import { Claim, type ClaimedAnswer } from './command.js';

const collectionName = 'idempotency';
const retentionSeconds = 24 * 3_600;

/** Collection of the Idempotency-Keys, for the migration job. */
export const idempotencyCollection: DeclaredCollection = {
  name: collectionName,
  indexes: [
    { name: 'expiry', keys: { at: 1 }, expireAfterSeconds: retentionSeconds },
    // Not partial, because the collection is sharded by workspace.
    { name: 'workspace', version: 2, keys: { workspace_id: 1 } },
  ],
  reset: { time: 'at' },
};
const maxWaitMs = 5_000;
const pollIntervalMs = 50;

/**
 * Each key has two records: the claim, and the outcome under a different id. Transactions of changes write the outcome.
 * Equal requests write the claim at the same time, and must not conflict with these transactions.
 */
interface KeyRecord {
  /** Hash of the key, the caller and the workspace. */
  readonly _id: string;
  /** Part of each filter. The records are sharded by workspace, so that a change and its answer commit on one shard. */
  readonly workspace_id: string;
  /** Token of the claim that the record belongs to. */
  readonly token: string;
  readonly at: Date;
  /** Hash of method, address and body. A different request with the same key is refused. */
  readonly request?: string;
  /**
   * In a claim: time before which no other request takes over the claim. In an outcome: time until which the answer may
   * be amended.
   */
  readonly until?: Date;
  /** In an outcome: the 2xx answer, sealed, because it can contain a secret that is shown once. */
  readonly answer?: string;
}

/**
 * Thrown if an equal request took over the claim and was answered. This request has changed nothing, and gets the same
 * answer.
 */
export class AnsweredMeanwhile extends Problem {
  constructor() {
    super('CONFLICT', 'The request took so long that another one with the same Idempotency-Key was executed.');
  }
}

/** The id depends on the credential, because a person may use several. The system uses none. */
function toRecordId({ workspaceId, actor, credentialId = actor.id }: Caller, key: string): string {
  return hash('sha256', JSON.stringify([workspaceId, actor.type, credentialId, key]));
}

function toOutcomeId(id: string): string {
  return `${id} outcome`;
}

/** Returns whether the answer in an outcome can no longer be amended. */
function isFinal({ until }: KeyRecord, now: number): boolean {
  return !until || until.getTime() < now;
}

function isExpired({ at }: KeyRecord, now: number): boolean {
  return at.getTime() < now - retentionSeconds * 1_000;
}

/** Stores Idempotency-Keys of requests with their answers, for 24 hours. */
export class IdempotencyKeys {
  readonly #databases: Databases;
  readonly #seal: Seal;
  readonly #time: Time;

  /** `sealKeys` seal the answers. When an answer was sealed with other keys, equal requests get CONFLICT. */
  constructor(databases: Databases, sealKeys: Keyring, time: Time = realTime) {
    this.#databases = databases;
    this.#time = time;
    this.#seal = createSeal(sealKeys, 'plotline idempotent answers v1');
  }

  #collection({ mode }: Pick<Caller, 'mode'>) {
    return this.#databases[mode].collection<KeyRecord>(collectionName);
  }

  #share<T>({ mode, workspaceId, deadline }: Caller, operation: () => Promise<T>): Promise<T> {
    return shareOperation(this.#databases[mode], { workspaceId, deadline }, operation);
  }

  /**
   * Claims the request, or resolves to the stored answer to an equal request. While an equal request runs, waits up to
   * five seconds and then throws CONFLICT. Throws VALIDATION_ERROR if the key was used for a different request.
   */
  async claim(caller: Caller, key: string, request: string): Promise<Claim | { readonly replay: Answer }> {
    const id = toRecordId(caller, key);
    const { workspaceId, deadline } = caller;
    const claim = new Claim({ id, token: randomUUID(), request, workspaceId, until: new Date(deadline) });
    const waitUntil = this.#time.now() + maxWaitMs;
    for (;;) {
      const { running, outcome, expired } = await this.#find(caller, id);
      const known = outcome?.request ?? running?.request;
      if (known !== undefined && known !== request) {
        throw idempotencyKeyReused();
      }
      if (outcome?.answer && isFinal(outcome, this.#time.now()))
        return { replay: this.#openAnswer(outcome.answer, id) };
      const isFree = !outcome && (!running?.until || running.until.getTime() < this.#time.now());
      if (isFree && (await this.#tryClaim(caller, claim, expired))) return claim;
      if (this.#time.now() > waitUntil)
        throw conflict(
          'A request with this Idempotency-Key is still running. Try again later.',
          'idempotency_key_in_use',
        );
      await this.#time.sleep(pollIntervalMs);
    }
  }

  /** Finds the stored answer to a claimed request; null when there is none. */
  async findAnswer(caller: Caller, { id }: Claim): Promise<Answer | null> {
    const { outcome } = await this.#find(caller, id);
    return outcome?.answer ? this.#openAnswer(outcome.answer, id) : null;
  }

  /** Finds the records of a key, and an outcome that is older than a day. */
  async #find(caller: Caller, id: string) {
    const filter = { _id: { $in: [id, toOutcomeId(id)] }, workspace_id: caller.workspaceId };
    const found = await this.#share(caller, () => this.#collection(caller).find(filter).toArray());
    const now = this.#time.now();
    const running = found.find((record) => record._id === id && !isExpired(record, now));
    const last = found.find(({ _id }) => _id !== id);
    return last && isExpired(last, now) ? { running, expired: last } : { running, outcome: last };
  }

  /** Stores the claim, unless a different claim exists and its holder's deadline hasn't passed. */
  async #tryClaim(caller: Caller, claim: Claim, outdated?: KeyRecord): Promise<boolean> {
    const { id, token, request, workspaceId: workspace_id } = claim;
    const now = new Date(this.#time.now());
    const expired = new Date(now.getTime() - retentionSeconds * 1_000);
    const { until } = claim;
    const collection = this.#collection(caller);
    // The database takes up to a minute to remove an expired outcome. Until then, that outcome would block the outcome
    // of this request.
    if (outdated) {
      const past = { _id: outdated._id, workspace_id, at: outdated.at };
      await this.#share(caller, () => collection.deleteOne(past));
    }
    const free = { _id: id, workspace_id, $or: [{ until: { $lt: now } }, { at: { $lt: expired } }] };
    const update = { $set: { request, token, until, at: now } };
    try {
      const result = await this.#share(caller, () => collection.updateOne(free, update, { upsert: true }));
      return result.matchedCount + result.upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Stores the answer to a claimed request that changed nothing. Throws AnsweredMeanwhile. */
  async keep(caller: Caller, claim: Claim, answer: Answer): Promise<void> {
    await this.#insert(caller.mode, [{ claim, answer }]);
  }

  /**
   * Deletes the claim of a refused request, so that the next request with the key runs. Keeps the claim if the
   * request's change may have been committed.
   */
  async release(caller: Caller, { id, token, workspaceId, mayBeCommitted }: Claim): Promise<void> {
    if (!mayBeCommitted) await this.#collection(caller).deleteOne({ _id: id, workspace_id: workspaceId, token });
  }

  /**
   * Stores answers in the transaction of their changes. Throws AnsweredMeanwhile if an equal request took over the
   * claim and was executed. If two transactions store the outcome of the same key, only one of them commits.
   */
  async keepWithChanges(mode: Mode, answered: readonly ClaimedAnswer[], session: ClientSession): Promise<void> {
    if (answered.length > 0) await this.#insert(mode, answered, session);
  }

  /**
   * Replaces the stored answer of a request that continued after its commit (`Claim.markProvisional`). Uses the session
   * of the transaction that commits the rest. After that, the answer is final.
   */
  async amend(mode: Mode, { claim, answer }: ClaimedAnswer, session?: ClientSession): Promise<void> {
    const { id, token, workspaceId: workspace_id } = claim;
    const change = { $set: { answer: this.#sealAnswer(answer, id) }, $unset: { until: '' } } as const;
    await this.#collection({ mode }).updateOne(
      { _id: toOutcomeId(id), workspace_id, token },
      change,
      session ? { session } : {},
    );
  }

  async #insert(mode: Mode, answered: readonly ClaimedAnswer[], session?: ClientSession): Promise<void> {
    const records = answered.map(({ claim, answer }) => {
      const { id, token, request, workspaceId: workspace_id } = claim;
      const outcome = { token, request, answer: this.#sealAnswer(answer, id), at: new Date(this.#time.now()) };
      const provisional = claim.isProvisional ? { until: claim.until } : {};
      return { _id: toOutcomeId(id), workspace_id, ...outcome, ...provisional };
    });
    try {
      await this.#collection({ mode }).insertMany(records, session ? { session } : {});
    } catch (error) {
      throw isDuplicateKey(error) ? new AnsweredMeanwhile() : error;
    }
  }

  #sealAnswer(answer: Answer, id: string): string {
    return this.#seal.seal(JSON.stringify(answer), id);
  }

  #openAnswer(sealed: string, id: string): Answer {
    try {
      return JSON.parse(this.#seal.open(sealed, id));
    } catch (error) {
      if (!(error instanceof UnreadableSeal)) throw error;
      throw conflict('The request was executed, but its response can no longer be read.');
    }
  }
}
