import { Limiter } from '@plotline/kit/core/limiter';
import type { EventContent } from '../../events/model/recorded-event.js';
import { Busy } from '../model/attempt-errors.js';

export interface PayloadMemoryOptions {
  /** Maximum for all workspaces together, and maximum for one workspace. */
  readonly maxBytes: number;
  readonly maxWorkspaceBytes: number;
  readonly maxWaitMs: number;
  /** Assumed size of a payload before it is read. */
  readonly assumedBytes: number;
}

/**
 * Limits the bytes of large payloads that a process has in memory for attempts. Workspaces share this memory and take
 * turns.
 */
export class PayloadMemory {
  readonly #bytes: Limiter;
  readonly #assumedBytes: number;

  constructor({ maxBytes, maxWorkspaceBytes, maxWaitMs, assumedBytes }: PayloadMemoryOptions) {
    this.#assumedBytes = assumedBytes;
    const refuse = () => new Busy('Too many large payloads are being sent.');
    this.#bytes = new Limiter({ max: maxBytes, perOwner: maxWorkspaceBytes, keepsFree: true, maxWaitMs, refuse });
  }

  /** Reads the content of an event and runs work with it. Rejects with Busy if no memory becomes free in time. */
  async use<C extends Pick<EventContent, 'payload'>, T>(
    workspaceId: string,
    read: () => Promise<C | null>,
    work: (content: C | null) => Promise<T>,
  ): Promise<T> {
    const permit = await this.#bytes.acquire(workspaceId, this.#assumedBytes);
    try {
      const content = await read();
      permit.resize(Math.min(Buffer.byteLength(content?.payload ?? ''), this.#assumedBytes));
      return await work(content);
    } finally {
      permit.release();
    }
  }
}
