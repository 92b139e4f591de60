import { createHash } from 'node:crypto';

const modulus = 1n << 256n;

/**
 * Digest of the documents of a collection in any order: the sum of their SHA-256 values, modulo 2^256. A restored
 * collection returns its documents in a different order.
 */
export class ContentDigest {
  #sum = 0n;
  #documents = 0;
  #bytes = 0;

  /** Adds a document as BSON. */
  add(document: Uint8Array): void {
    this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(document).digest('hex')}`)) % modulus;
    this.#documents += 1;
    this.#bytes += document.length;
  }

  get value(): CollectionContent {
    return { documents: this.#documents, bytes: this.#bytes, digest: this.#sum.toString(16).padStart(64, '0') };
  }
}

/** Number, size and digest of the documents of a collection. */
export interface CollectionContent {
  readonly documents: number;
  readonly bytes: number;
  readonly digest: string;
}
