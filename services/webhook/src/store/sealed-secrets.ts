import type { Mode } from '@plotline/kit/caller';
import type { Keyring } from '@plotline/kit/keyring';
import { modes } from '@plotline/kit/mongo/connect';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { type Seal, sealPrefix, UnreadableSeal } from '@plotline/kit/seal';

import type { Webhook } from '../domain/webhook.js';

type SealedWebhook = Pick<Webhook, 'secret' | 'former_secret'> & { readonly _id: string };

/** Fields of a webhook that hold a sealed text. */
const sealedFields = ['secret', 'former_secret.sealed'] as const;
const batchSize = 500;
const maxPasses = 20;

/** What became of the signing secrets that were not sealed under the current secret. */
export interface ResealOutcome {
  readonly resealed: number;
  /** Ids of webhooks whose secrets no configured secret opens. */
  readonly unreadable: readonly string[];
}

/** The signing secrets of all webhooks, as they are sealed. */
export class SealedSecrets {
  readonly #runtime: ServiceRuntime;
  readonly #seal: Seal;
  readonly #sealKeys: Keyring;

  constructor(runtime: ServiceRuntime, seal: Seal, sealKeys: Keyring) {
    this.#runtime = runtime;
    this.#seal = seal;
    this.#sealKeys = sealKeys;
  }

  #collection(mode: Mode) {
    return this.#runtime.databases[mode].collection<SealedWebhook>('webhooks');
  }

  /** Webhooks with a text that was sealed under none of the keys, by id from `after` on. */
  #findOthers(mode: Mode, keys: Keyring['keys'], after: string): Promise<SealedWebhook[]> {
    const prefix = new RegExp(`^(${keys.map(({ id }) => id).join('|')})\\.`);
    const fields = sealedFields.map((field) => ({ [field]: { $type: 'string', $not: prefix } }));
    return this.#collection(mode)
      .find({ _id: { $gt: after }, $or: fields }, { sort: { _id: 1 }, limit: batchSize })
      .toArray();
  }

  /**
   * Throws when a signing secret was sealed under a secret that is not configured: what is missing is noticed at the start, and not
   * when a delivery cannot be signed.
   */
  async assertReadable(): Promise<void> {
    for (const mode of modes) {
      const found = await this.#findOthers(mode, this.#sealKeys.keys, '');
      const unreadable = found.filter((webhook) => !this.#canOpen(webhook));
      if (unreadable.length === 0) continue;
      throw new Error(
        `Signing secrets of webhooks (${mode}: ${unreadable.length} or more, such as ${unreadable[0]?._id}) were sealed with a ` +
          'secret that is neither WEBHOOK_SEAL_SECRET nor WEBHOOK_SEAL_SECRET_PREVIOUS.',
      );
    }
  }

  #canOpen({ _id, secret, former_secret }: SealedWebhook): boolean {
    const texts = former_secret ? [secret, former_secret.sealed] : [secret];
    return texts.every((text) => this.#reseal(text, _id) !== null);
  }

  /** The text sealed under the current secret, or null when it cannot be opened. */
  #reseal(text: string, owner: string): string | null {
    if (text.startsWith(sealPrefix(this.#sealKeys.current))) return text;
    try {
      return this.#seal.seal(this.#seal.open(text, owner), owner);
    } catch (error) {
      if (error instanceof UnreadableSeal) return null;
      throw error;
    }
  }

  /**
   * Seals every signing secret under the current secret, and does so again until a pass finds none: a change of a webhook that was
   * under way may have stored an older text.
   */
  async resealAll(): Promise<ResealOutcome> {
    let total = 0;
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const outcomes = await Promise.all(modes.map((mode) => this.#resealMode(mode)));
      const resealed = outcomes.reduce((sum, outcome) => sum + outcome.resealed, 0);
      total += resealed;
      if (resealed === 0) return { resealed: total, unreadable: outcomes.flatMap(({ unreadable }) => unreadable) };
    }
    throw new Error(
      'Signing secrets are still being sealed under another secret; is a process running with it as current?',
    );
  }

  async #resealMode(mode: Mode): Promise<ResealOutcome> {
    const unreadable: string[] = [];
    let resealed = 0;
    for (let after = ''; ; ) {
      const webhooks = await this.#findOthers(mode, [this.#sealKeys.current], after);
      for (const webhook of webhooks) {
        const isReadable = await this.#resealWebhook(mode, webhook);
        if (isReadable) resealed += 1;
        else unreadable.push(webhook._id);
      }
      const last = webhooks.at(-1);
      if (!last) return { resealed, unreadable };
      after = last._id;
    }
  }

  /** Each field only if it still holds what was read; neither the version nor `updated_at`, as nothing that is shown changes. */
  async #resealWebhook(mode: Mode, { _id, secret, former_secret }: SealedWebhook): Promise<boolean> {
    const texts = { secret, 'former_secret.sealed': former_secret?.sealed };
    let isReadable = true;
    for (const field of sealedFields) {
      const text = texts[field];
      const resealed = text === undefined ? undefined : this.#reseal(text, _id);
      if (resealed === null) isReadable = false;
      else if (resealed !== text)
        await this.#collection(mode).updateOne({ _id, [field]: text }, { $set: { [field]: resealed } });
    }
    return isReadable;
  }
}
