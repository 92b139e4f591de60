/** Where a cursor goes on: DocumentDB keeps the state of a cursor in a document that the caller holds. */
export interface Cursor {
  readonly database: string;
  readonly continuation: Buffer;
  /** Session of the transaction that opened it, whose end is its own. */
  readonly transaction: string | undefined;
}

interface Entry {
  readonly cursor: Cursor;
  readonly usedAt: number;
}

/** The open cursors: forgotten when idle for long, and when there are too many the longest idle first. */
export class Cursors {
  readonly #entries = new Map<bigint, Entry>();
  readonly #limits: { readonly cursors: number; readonly cursorIdleMs: number };

  constructor(limits: { readonly cursors: number; readonly cursorIdleMs: number }) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Keeps a cursor, new or moved on, under its id. */
  put(id: bigint, cursor: Cursor, now = Date.now()): void {
    // A map iterates in order of insertion, so that deleting first keeps the longest idle at the front.
    this.#entries.delete(id);
    this.#entries.set(id, { cursor, usedAt: now });
    this.sweep(now);
  }

  get(id: bigint, now = Date.now()): Cursor | undefined {
    this.sweep(now);
    return this.#entries.get(id)?.cursor;
  }

  delete(id: bigint): boolean {
    return this.#entries.delete(id);
  }

  deleteOfTransaction(session: string): void {
    for (const [id, { cursor }] of this.#entries) if (cursor.transaction === session) this.#entries.delete(id);
  }

  sweep(now = Date.now()): void {
    for (const [id, { usedAt }] of this.#entries) {
      const surplus = this.#entries.size > this.#limits.cursors;
      if (!surplus && now - usedAt < this.#limits.cursorIdleMs) return;
      this.#entries.delete(id);
    }
  }
}
