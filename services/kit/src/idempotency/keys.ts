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
const keptSeconds = 24 * 3_600;
const waitMs = 5_000;
const pollMs = 50;

/**
 * Who carries a request out, and, under an id of its own, what came of it. They are two records because the second is
 * written within transactions: equal requests that press on the first must not wait for those.
 */
interface KeyRecord {
  readonly _id: string;
  readonly claim: string;
  readonly at: Date;
  /** Of method, path and body: the same key for anything else is refused. */
  readonly request?: string;
  /** Until when nobody else may carry it out. */
  readonly until?: Date;
  /** The 2xx answer, once there is one: sealed, as an answer can carry a secret that is shown once. */
  readonly answer?: string;
}

function recordId(caller: Caller, key: string): string {
  return hash('sha256', JSON.stringify([caller.workspaceId, caller.actor.type, caller.actor.id, key]));
}

function outcomeId(id: string): string {
  return `${id} outcome`;
}

function isExpired({ at }: KeyRecord): boolean {
  return at.getTime() < Date.now() - keptSeconds * 1_000;
}

/** Requests that came with an Idempotency-Key, with their answers, for 24 hours (decisions, "Safe retries"). */
export class IdempotencyKeys {
  readonly #databases: Databases;
  readonly #seal: Seal;

  /** `secret` must stay the same for as long as answers are kept. */
  constructor(databases: Databases, secret: string) {
    this.#databases = databases;
    this.#seal = createSeal(secret, 'plotline idempotent answers v1');
  }

  async prepare(): Promise<void> {
    const indexes = [{ name: 'expiry', keys: { at: 1 } as const, expireAfterSeconds: keptSeconds }];
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
    const id = recordId(caller, key);
    const claim = new Claim(id, randomUUID());
    const giveUp = Date.now() + waitMs;
    for (;;) {
      const { running, outcome } = await this.#look(caller, id);
      if (running && running.request !== request) {
        throw invalid({ field: 'Idempotency-Key', message: 'was used for a different request in the last 24 hours' });
      }
      if (outcome?.answer) return { replay: this.#open(outcome.answer, id) };
      const isFree = !outcome && (!running?.until || running.until < new Date());
      if (isFree && (await this.#take(caller, claim, request))) return claim;
      if (Date.now() > giveUp) throw conflict('A request with this Idempotency-Key is still running; try again later.');
      await sleep(pollMs);
    }
  }

  async #look(caller: Caller, id: string): Promise<{ readonly running?: KeyRecord; readonly outcome?: KeyRecord }> {
    const found = await this.#collection(caller)
      .find({ _id: { $in: [id, outcomeId(id)] } })
      .toArray();
    const current = found.filter((record) => !isExpired(record));
    const running = current.find(({ _id }) => _id === id);
    const outcome = current.find(({ _id }) => _id !== id);
    return { ...(running && { running }), ...(outcome && { outcome }) };
  }

  /** Inserts the claim, or takes over one whose holder had time enough and is gone, or that is past its 24 hours. */
  async #take(caller: Caller, { id, token: claim }: Claim, request: string): Promise<boolean> {
    const now = new Date();
    const expired = new Date(now.getTime() - keptSeconds * 1_000);
    const until = new Date(caller.deadline);
    const collection = this.#collection(caller);
    await collection.deleteOne({ _id: outcomeId(id), at: { $lt: expired } });
    try {
      const result = await collection.updateOne(
        { _id: id, $or: [{ until: { $lt: now } }, { at: { $lt: expired } }] },
        { $set: { request, claim, until, at: now } },
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
    const filter = { _id: outcomeId(id), claim: token, answer: { $exists: false } };
    const update = { $set: { answer: this.#close(answer, id), at: new Date() } };
    try {
      await this.#collection(caller).updateOne(filter, update, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Lets the next request with the key run: this one was refused. */
  async release(caller: Caller, { id, token: claim }: Claim): Promise<void> {
    const collection = this.#collection(caller);
    await collection.deleteOne({ _id: outcomeId(id), claim, answer: { $exists: false } });
    await collection.deleteOne({ _id: id, claim });
  }

  /**
   * Notes within the transaction of a change that the request was carried out, with its answer where the writer gives
   * one. Throws CONFLICT when somebody took the claim over and carried it out meanwhile: of two that try, one commits.
   */
  async keepWithChange(
    { caller, claim }: Required<Command>,
    answer: Answer | undefined,
    session: ClientSession,
  ): Promise<void> {
    const { id, token } = claim;
    try {
      await this.#collection(caller).updateOne(
        { _id: outcomeId(id), claim: token },
        { $set: { ...(answer && { answer: this.#close(answer, id) }), at: new Date() } },
        { upsert: true, session },
      );
    } catch (error) {
      if (isDuplicateKey(error)) {
        throw conflict('The request took so long that another one with its key was carried out.');
      }
      throw error;
    }
  }

  #close(answer: Answer, id: string): string {
    return this.#seal.seal(JSON.stringify(answer), id);
  }

  #open(sealed: string, id: string): Answer {
    return JSON.parse(this.#seal.open(sealed, id));
  }
}
