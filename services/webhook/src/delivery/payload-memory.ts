import type { EventContent } from '../domain/recorded-event.js';
import { assumedPayloadBytes } from '../store/events.js';
import { Turns } from './turns.js';

export interface PayloadMemoryOptions {
  /** Of all workspaces together, and of one. */
  readonly maxBytes: number;
  readonly maxWorkspaceBytes: number;
  readonly maxWaitMs: number;
}

/**
 * Bounds the large payloads that a process has in memory for attempts. A workspace may take as much as it leaves free, up to its share, so
 * that there is room for one that comes new. Those that wait take turns.
 */
export class PayloadMemory {
  readonly #maxWorkspaceBytes: number;
  readonly #taken = new Map<string, number>();
  readonly #turns: Turns<string>;
  #free: number;

  constructor({ maxBytes, maxWorkspaceBytes, maxWaitMs }: PayloadMemoryOptions) {
    this.#free = maxBytes;
    this.#maxWorkspaceBytes = maxWorkspaceBytes;
    this.#turns = new Turns({ maxWaitMs, message: 'Too many large payloads are being sent.' });
  }

  #add(workspaceId: string, bytes: number): void {
    this.#free -= bytes;
    const taken = (this.#taken.get(workspaceId) ?? 0) + bytes;
    if (taken > 0) this.#taken.set(workspaceId, taken);
    else this.#taken.delete(workspaceId);
  }

  /** False when there is no room. */
  #take(workspaceId: string): boolean {
    const taken = (this.#taken.get(workspaceId) ?? 0) + assumedPayloadBytes;
    if (taken > Math.min(this.#free, this.#maxWorkspaceBytes)) return false;
    this.#add(workspaceId, assumedPayloadBytes);
    return true;
  }

  #release(workspaceId: string, bytes: number): void {
    this.#add(workspaceId, -bytes);
    this.#turns.goOn((waiting) => this.#take(waiting));
  }

  /** Reads what an event sends and does work with it. Rejects with Busy when there is no room for it in time. */
  async use<C extends Pick<EventContent, 'payload'>, T>(
    workspaceId: string,
    read: () => Promise<C | null>,
    work: (content: C | null) => Promise<T>,
  ): Promise<T> {
    if (!this.#take(workspaceId)) await this.#turns.wait(workspaceId);
    let taken = assumedPayloadBytes;
    try {
      const content = await read();
      const bytes = content === null ? 0 : Buffer.byteLength(content.payload);
      this.#release(workspaceId, taken - bytes);
      taken = bytes;
      return await work(content);
    } finally {
      this.#release(workspaceId, taken);
    }
  }
}
