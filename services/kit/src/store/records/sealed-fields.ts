import type { Mode } from '../../core/caller.js';
import { type Keyring, type Seal, sealPrefix, UnreadableSeal } from '../../core/secrets.js';
import { type Databases, modes } from '../connection/connect.js';
import { getPath } from '../lists/cursor.js';

interface SealedRecord {
  readonly _id: string;
}

/** Field of a collection that contains a sealed text. The text's owner is the record's id. */
export interface SealedField {
  readonly collection: string;
  /** Path, such as `former_secret.sealed`. */
  readonly field: string;
  readonly seal: Seal;
}

export interface SealedFieldsOptions {
  readonly databases: Databases;
  /** Keys of all the seals. */
  readonly sealKeys: Keyring;
  /** Name of the secret's environment variable, for messages. */
  readonly variable: string;
  readonly fields: readonly SealedField[];
}

/** Outcome of sealing again the texts that were not sealed with the current secret. */
export interface ResealOutcome {
  readonly resealed: number;
  /** Ids of records with a text that no configured secret opens. */
  readonly unreadable: readonly string[];
}

const batchSize = 500;
const maxPasses = 20;

/** All sealed texts of a service in both databases. */
export class SealedFields {
  readonly #options: SealedFieldsOptions;

  constructor(options: SealedFieldsOptions) {
    this.#options = options;
  }

  #collection(mode: Mode, { collection }: SealedField) {
    return this.#options.databases[mode].collection<SealedRecord>(collection);
  }

  /** Finds records that contain a text which was sealed with none of the keys, in id order after `after`. */
  #findOthers(mode: Mode, sealed: SealedField, keys: Keyring['keys'], after: string): Promise<SealedRecord[]> {
    const prefix = new RegExp(`^(${keys.map(({ id }) => id).join('|')})\\.`);
    const filter = { _id: { $gt: after }, [sealed.field]: { $type: 'string', $not: prefix } };
    return this.#collection(mode, sealed)
      .find(filter, { sort: { _id: 1 }, limit: batchSize })
      .toArray();
  }

  /**
   * Throws when a text was sealed with a secret that is not configured. So a missing secret is noticed at the start
   * instead of when the text is needed.
   */
  async assertReadable(): Promise<void> {
    const { fields, sealKeys, variable } = this.#options;
    for (const sealed of fields) {
      for (const mode of modes) {
        const found = await this.#findOthers(mode, sealed, sealKeys.keys, '');
        const unreadable = found.filter((record) => this.#read(sealed, record).resealed === null);
        if (unreadable.length === 0) continue;
        const count = `${mode}: ${unreadable.length} or more, such as ${unreadable[0]?._id}`;
        throw new Error(
          `Sealed texts of ${sealed.collection} (${count}) were sealed with a secret that is neither ${variable} nor ${variable}_PREVIOUS.`,
        );
      }
    }
  }

  /** Returns the stored text and the same text sealed with the current secret. Null if the text can't be opened. */
  #read(
    { field, seal }: SealedField,
    record: SealedRecord,
  ): { readonly text: string; readonly resealed: string | null } {
    const text = String(getPath(record, field));
    if (text.startsWith(sealPrefix(this.#options.sealKeys.current))) return { text, resealed: text };
    try {
      return { text, resealed: seal.seal(seal.open(text, record._id), record._id) };
    } catch (error) {
      if (error instanceof UnreadableSeal) return { text, resealed: null };
      throw error;
    }
  }

  /**
   * Seals every text with the current secret. Repeats this until a pass finds nothing to do, because a change in
   * progress may have stored a text with the previous secret.
   */
  async resealAll(): Promise<ResealOutcome> {
    let total = 0;
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const unreadable = new Set<string>();
      let resealed = 0;
      for (const sealed of this.#options.fields) {
        for (const mode of modes) resealed += await this.#resealField(mode, sealed, unreadable);
      }
      total += resealed;
      if (resealed === 0) return { resealed: total, unreadable: [...unreadable] };
    }
    throw new Error(
      'Texts are still being sealed with another secret. Is a process running with it as the current one?',
    );
  }

  /**
   * Replaces each text only if it hasn't changed since it was read. Keeps version and `updated_at`, because nothing
   * visible changes.
   */
  async #resealField(mode: Mode, sealed: SealedField, unreadable: Set<string>): Promise<number> {
    let count = 0;
    for (let after = ''; ; ) {
      const records = await this.#findOthers(mode, sealed, [this.#options.sealKeys.current], after);
      for (const record of records) {
        const { text, resealed } = this.#read(sealed, record);
        if (resealed === null) {
          unreadable.add(record._id);
          continue;
        }
        const filter = { _id: record._id, [sealed.field]: text };
        await this.#collection(mode, sealed).updateOne(filter, { $set: { [sealed.field]: resealed } });
        count += 1;
      }
      const last = records.at(-1);
      if (!last) return count;
      after = last._id;
    }
  }
}
