import { Limiter } from '@plotline/kit/core/limiter';
import type { EventContent } from '../../events/model/recorded-event.js';
import { assumedPayloadBytes } from '../../events/store/events.js';
import { Busy } from '../model/busy.js';

export interface PayloadMemoryOptions {
  /** Limit for all workspaces together, and for one. */
  readonly maxBytes: number;
  readonly maxWorkspaceBytes: number;
  readonly maxWaitMs: number;
}

/** Bounds the bytes of the large payloads that a process has in memory for attempts. Workspaces share them and take turns. */
export class PayloadMemory {
  readonly #bytes: Limiter;

  constructor({ maxBytes, maxWorkspaceBytes, maxWaitMs }: PayloadMemoryOptions) {
    const refuse = () => new Busy('Too many large payloads are being sent.');
    this.#bytes = new Limiter({ max: maxBytes, perOwner: maxWorkspaceBytes, keepsFree: true, maxWaitMs, refuse });
  }

  /** Reads the content of an event and does work with it. Rejects with Busy when there is no room for it in time. */
  async use<C extends Pick<EventContent, 'payload'>, T>(
    workspaceId: string,
    read: () => Promise<C | null>,
    work: (content: C | null) => Promise<T>,
  ): Promise<T> {
    const permit = await this.#bytes.acquire(workspaceId, assumedPayloadBytes);
    try {
      const content = await read();
      permit.resize(Math.min(Buffer.byteLength(content?.payload ?? ''), assumedPayloadBytes));
      return await work(content);
    } finally {
      permit.release();
    }
  }
}
