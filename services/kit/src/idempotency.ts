import { hash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession } from 'mongoose';
import type { Caller } from './caller.js';
import type { Claim } from './claim.js';
import { conflict, invalid } from './errors.js';
import type { Answer } from './http/answer.js';
import { type Databases, modes } from './mongo/connect.js';
import { isDuplicateKey, prepareCollection } from './mongo/indexes.js';
import { createSeal, type Seal } from './seal.js';

const collectionName = 'idempotency';
const keptSeconds = 24 * 3_600;
const waitMs = 5_000;
const pollMs = 50;

interface KeyRecord {
  readonly _id: string;
  /** Of method, path and body: the same key for anything else is refused. */
  readonly request: string;
  /** Who carries the request out, and until when nobody else may. */
  readonly claim: string;
  readonly until: Date;
  /** The 2xx answer, once there is one: sealed, as an answer can carry a secret that is shown once. */
  readonly answer?: string;
  readonly at: Date;
}

function recordId(caller: Caller, key: string): string {
  return hash('sha256', JSON.stringify([caller.workspaceId, caller.actor.type, caller.actor.id, key]));
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
    const claim = randomUUID();
    const giveUp = Date.now() + waitMs;
    for (;;) {
      if (await this.#take(caller, id, claim, request)) return { id, claim };
      const found = await this.#collection(caller).findOne({ _id: id });
      if (found && found.request !== request) {
        throw invalid({ field: 'Idempotency-Key', message: 'was used for a different request in the last 24 hours' });
      }
      if (found?.answer) return { replay: this.#open(found.answer, id) };
      if (Date.now() > giveUp) throw conflict('A request with this Idempotency-Key is still running; try again later.');
      await sleep(pollMs);
    }
  }

  /** Inserts the claim, or takes over one whose holder had time enough and is gone, or that is past its 24 hours. */
  async #take(caller: Caller, id: string, claim: string, request: string): Promise<boolean> {
    const now = new Date();
    const expired = new Date(now.getTime() - keptSeconds * 1_000);
    const until = new Date(caller.deadline);
    try {
      const result = await this.#collection(caller).updateOne(
        { _id: id, $or: [{ answer: { $exists: false }, until: { $lt: now } }, { at: { $lt: expired } }] },
        { $set: { request, claim, until, at: now }, $unset: { answer: true } },
        { upsert: true },
      );
      return result.matchedCount + result.upsertedCount === 1;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Keeps the answer of a claimed request. A no-op when it was kept with the change already. */
  async keep(caller: Caller, { id, claim }: Claim, answer: Answer): Promise<void> {
    const sealed = this.#close(answer, id);
    await this.#collection(caller).updateOne(
      { _id: id, claim, answer: { $exists: false } },
      { $set: { answer: sealed } },
    );
  }

  #close(answer: Answer, id: string): string {
    return this.#seal.seal(JSON.stringify(answer), id);
  }

  #open(sealed: string, id: string): Answer {
    return JSON.parse(this.#seal.open(sealed, id));
  }

  /** Keeps claim and answer with a change, in its transaction. Throws CONFLICT when the claim was lost meanwhile. */
  async keepWithChange(caller: Caller, { id, claim }: Claim, session: ClientSession): Promise<void> {
    const fields = caller.answer
      ? { answer: this.#close(caller.answer, id) }
      : { until: new Date(Date.now() + keptSeconds * 1_000) };
    const result = await this.#collection(caller).updateOne({ _id: id, claim }, { $set: fields }, { session });
    if (result.matchedCount === 0) throw conflict('The request took so long that another one with its key began.');
  }

  /** Lets the next request with the key run: this one was refused. */
  async release(caller: Caller, { id, claim }: Claim): Promise<void> {
    await this.#collection(caller).deleteOne({ _id: id, claim, answer: { $exists: false } });
  }
}
