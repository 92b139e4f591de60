import type { EventContent } from '../domain/recorded-event.js';
import { assumedPayloadBytes } from '../store/events.js';
import { Turns } from './turns.js';
import { WorkspaceShares } from './workspace-shares.js';

export interface PayloadMemoryOptions {
  /** Of all workspaces together, and of one. */
  readonly maxBytes: number;
  readonly maxWorkspaceBytes: number;
  readonly maxWaitMs: number;
}

/** Bounds the large payloads that a process has in memory for attempts, by the bytes that workspaces share. Those that wait take turns. */
export class PayloadMemory {
  readonly #shares: WorkspaceShares;
  readonly #turns: Turns<string>;

  constructor({ maxBytes, maxWorkspaceBytes, maxWaitMs }: PayloadMemoryOptions) {
    this.#shares = new WorkspaceShares({ max: maxBytes, maxOfWorkspace: maxWorkspaceBytes });
    this.#turns = new Turns({ maxWaitMs, message: 'Too many large payloads are being sent.' });
  }

  /** False when there is no room. */
  #take(workspaceId: string): boolean {
    if (!this.#shares.has(workspaceId, assumedPayloadBytes)) return false;
    this.#shares.take(workspaceId, assumedPayloadBytes);
    return true;
  }

  #release(workspaceId: string, bytes: number): void {
    this.#shares.giveBack(workspaceId, bytes);
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
