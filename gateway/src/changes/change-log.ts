import { randomUUID } from 'node:crypto';
import type { Change } from './notice.js';

/** Changes of one tenant that were sent together. */
export interface Batch {
  /** Number of the batch, counted by this gateway. */
  readonly number: number;
  readonly tenant: string;
  /** Null when changes were missed, so that pages must read everything again. */
  readonly changes: readonly Change[] | null;
}

const maxBatches = 1_000;

/** Returns the number in the id, or NaN if the id contains none. */
function readNumber(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

/** Latest changes at this gateway. A page that reconnects gets the changes it missed from here. */
export class ChangeLog {
  /** Prefix of all ids. Each gateway has its own, and replaces it after a gap in the events. */
  #epoch = randomUUID().slice(0, 8);
  #batches: Batch[] = [];
  #lastNumber = 0;

  /** Id of the latest batch. */
  get lastId(): string {
    return this.toId({ number: this.#lastNumber });
  }

  toId({ number }: Pick<Batch, 'number'>): string {
    return `${this.#epoch}.${number}`;
  }

  append(tenant: string, changes: Batch['changes']): Batch {
    this.#lastNumber += 1;
    const batch = { number: this.#lastNumber, tenant, changes };
    this.#batches.push(batch);
    if (this.#batches.length > maxBatches) this.#batches.shift();
    return batch;
  }

  /** Returns the tenant's batches after the batch `id`, or null if some of them may be missing. */
  findSince(tenant: string, id: string): readonly Batch[] | null {
    const [epoch, text, ...rest] = id.split('.');
    const number = readNumber(text);
    const isKnown = epoch === this.#epoch && rest.length === 0 && number <= this.#lastNumber;
    const firstNumber = this.#lastNumber - this.#batches.length + 1;
    if (!isKnown || number < firstNumber - 1) return null;
    return this.#batches.filter((batch) => batch.number > number && batch.tenant === tenant);
  }

  /** Drops all changes, because of a gap in the events. Ids from before the gap are no longer recognized. */
  restart(): void {
    this.#epoch = randomUUID().slice(0, 8);
    this.#batches = [];
  }
}
