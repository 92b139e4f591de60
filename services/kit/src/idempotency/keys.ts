import { hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession } from 'mongoose';
import type { Caller } from '../caller.js';
import { conflict, invalid } from '../errors.js';
import type { Answer } from '../http/answer.js';
import { type Databases, modes } from '../mongo/connect.js';
import { isDuplicateKey, prepareCollection } from '../mongo/indexes.js';
import { createSeal, type Seal } from '../seal.js';
import { Claim, type Command } from './command.js';

const collectionName = 'idempotency';
const retentionSeconds = 24 * 3_600;
const maxWaitMs = 5_000;
const pollIntervalMs = 50;

/**
 * Each key has two records: the claim, and, under an id of its own, the outcome. The outcome is written within the
 * transactions of changes; equal requests that write the claim meanwhile must not conflict with those.
 */
interface KeyRecord {
  readonly _id: string;
  /** Token of the claim that the record is of. */
  readonly token: string;
  readonly at: Date;
  /** Claim: hash of method, address and body. The same key for another request is refused. */
  readonly request?: string;
  /** Claim: it cannot be taken over before. */
  readonly until?: Date;
  /** Outcome: the 2xx answer, once there is one. Sealed, as an answer can contain a secret that is shown once. */
  readonly answer?: string;
}

function toRecordId(caller: Caller, key: string): string {
  return hash('sha256', JSON.stringify([caller.workspaceId, caller.actor.type, caller.actor.id, key]));
}

function toOutcomeId(id: string): string {
  return `${id} outcome`;
}

function isExpired({ at }: KeyRecord): boolean {
  return at.getTime() < Date.now() - retentionSeconds * 1_000;
}

/** The Idempotency-Keys of requests and the answers to these, kept for 24 hours (decisions, "Safe retries"). */
export class IdempotencyKeys {
  readonly #databases: Databases;
  readonly #seal: Seal;

  /** Answers that were kept under another `secret` cannot be read. */
  constructor(databases: Databases, secret: string) {
    this.#databases = databases;
    this.#seal = createSeal(secret, 'plotline idempotent answers v1');
  }

  async prepare(): Promise<void> {
    const indexes = [{ name: 'expiry', keys: { at: 1 } as const, expireAfterSeconds: retentionSeconds }];
    for (const mode of modes) await prepareCollection(this.#databases[mode].collection(collectionName), indexes);
  }

  #collection(caller: Caller) {
    return this.#databases[caller.mode].collection<KeyRecord>(collectionName);
  }

  /**
   * Claims the request, or resolves to the stored answer of an equal one. Waits up to five seconds while an equal one
   * runs, then throws CONFLICT. Throws VALIDATION_ERROR when the key was used for another request.
   */
  async claim(caller: Caller, key: string, request: string): Promise<Claim | { readonly replay: Answer }> {
    const id = toRecordId(caller, key);
    const claim = new Claim(id, randomUUID());
    const waitUntil = Date.now() + maxWaitMs;
    for (;;) {
      const { running, outcome } = await this.#find(caller, id);
      if (running && running.request !== request) {
        throw invalid({ field: 'Idempotency-Key', message: 'was used for a different request in the last 24 hours' });
      }
      if (outcome?.answer) return { replay: this.#openAnswer(outcome.answer, id) };
      const isFree = !outcome && (!running?.until || running.until < new Date());
      if (isFree && (await this.#tryClaim(caller, claim, request))) return claim;
      if (Date.now() > waitUntil)
        throw conflict('A request with this Idempotency-Key is still running; try again later.');
      await sleep(pollIntervalMs);
    }
  }

  async #find(caller: Caller, id: string): Promise<{ readonly running?: KeyRecord; readonly outcome?: KeyRecord }> {
    const found = await this.#collection(caller)
      .find({ _id: { $in: [id, toOutcomeId(id)] } })
      .toArray();
    const current = found.filter((record) => !isExpired(record));
    const running = current.find(({ _id }) => _id === id);
    const outcome = current.find(({ _id }) => _id !== id);
    return { ...(running && { running }), ...(outcome && { outcome }) };
  }

  /** Stores the claim, unless another is stored whose holder's deadline is not over. */
  async #tryClaim(caller: Caller, { id, token }: Claim, request: string): Promise<boolean> {
    const now = new Date();
    const expired = new Date(now.getTime() - retentionSeconds * 1_000);
    const until = new Date(caller.deadline);
    const collection = this.#collection(caller);
    await collection.deleteOne({ _id: toOutcomeId(id), at: { $lt: expired } });
    try {
      const result = await collection.updateOne(
        { _id: id, $or: [{ until: { $lt: now } }, { at: { $lt: expired } }] },
        { $set: { request, token, until, at: now } },
        { upsert: true },
      );
      return result.matchedCount + result.upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Keeps the answer of a claimed request, unless it was committed with the change already. */
  async keep(caller: Caller, { id, token, isAnswerCommitted }: Claim, answer: Answer): Promise<void> {
    if (isAnswerCommitted) return;
    const filter = { _id: toOutcomeId(id), token, answer: { $exists: false } };
    const update = { $set: { answer: this.#sealAnswer(answer, id), at: new Date() } };
    try {
      await this.#collection(caller).updateOne(filter, update, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Drops the claim of a request that was refused: the next request with the key runs. */
  async release(caller: Caller, { id, token }: Claim): Promise<void> {
    const collection = this.#collection(caller);
    await collection.deleteOne({ _id: toOutcomeId(id), token, answer: { $exists: false } });
    await collection.deleteOne({ _id: id, token });
  }

  /**
   * Stores the outcome within the transaction of a change, with the answer where the writer gives one. Throws CONFLICT when
   * the claim was taken over and carried out meanwhile: of two transactions that store an outcome, one commits.
   */
  async keepWithChange(
    { caller, claim }: Required<Command>,
    answer: Answer | undefined,
    session: ClientSession,
  ): Promise<void> {
    const { id, token } = claim;
    try {
      await this.#collection(caller).updateOne(
        { _id: toOutcomeId(id), token },
        { $set: { ...(answer && { answer: this.#sealAnswer(answer, id) }), at: new Date() } },
        { upsert: true, session },
      );
    } catch (error) {
      if (isDuplicateKey(error)) {
        throw conflict('The request took so long that another one with its key was carried out.');
      }
      throw error;
    }
  }

  #sealAnswer(answer: Answer, id: string): string {
    return this.#seal.seal(JSON.stringify(answer), id);
  }

  #openAnswer(sealed: string, id: string): Answer {
    return JSON.parse(this.#seal.open(sealed, id));
  }
}
