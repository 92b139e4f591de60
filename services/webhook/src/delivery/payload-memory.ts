import type { EventContent } from '../domain/recorded-event.js';
import { assumedPayloadBytes } from '../store/events.js';
import { Turns } from './turns.js';
import { WorkspaceShares } from './workspace-shares.js';

export interface PayloadMemoryOptions {
  /** Limit for all workspaces together, and for one. */
  readonly maxBytes: number;
  readonly maxWorkspaceBytes: number;
  readonly maxWaitMs: number;
}

/**
 * Limits the large payloads that a process keeps in memory for attempts, by bytes that workspaces share. Waiting
 * attempts take turns.
 */
export class PayloadMemory {
  readonly #shares: WorkspaceShares;
  readonly #turns: Turns<string>;

  constructor({ maxBytes, maxWorkspaceBytes, maxWaitMs }: PayloadMemoryOptions) {
    this.#shares = new WorkspaceShares({ max: maxBytes, maxOfWorkspace: maxWorkspaceBytes });
    this.#turns = new Turns({ maxWaitMs, message: 'Too many large payloads are being sent.' });
  }

  /** Returns false when there is no room. */
  #take(workspaceId: string): boolean {
    if (!this.#shares.has(workspaceId, assumedPayloadBytes)) return false;
    this.#shares.take(workspaceId, assumedPayloadBytes);
    return true;
  }

  #release(workspaceId: string, bytes: number): void {
    this.#shares.giveBack(workspaceId, bytes);
    this.#turns.goOn((waiting) => this.#take(waiting));
  }

  /** Reads the content of an event and does work with it. Rejects with Busy when there is no room for it in time. */
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
