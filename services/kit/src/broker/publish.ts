import type { ConfirmChannel, Message } from 'amqplib';
import { eventExchange, type OutboundEvent } from './message.js';

const confirmTimeoutMs = 10_000;

/** Publishes on one confirm channel. */
export class Publisher {
  readonly #channel: ConfirmChannel;
  readonly #lost: () => void;
  /** Ids that came back unroutable; the broker sends the return before the confirmation. */
  readonly #returned = new Set<string>();

  constructor(channel: ConfirmChannel, lost: () => void) {
    this.#channel = channel;
    this.#lost = lost;
    channel.on('return', (message: Message) => void this.#returned.add(String(message.properties.messageId)));
  }

  #one(event: OutboundEvent): Promise<void> {
    return new Promise((resolve, reject) => {
      const options = {
        persistent: true,
        mandatory: event.mandatory,
        messageId: event.id,
        contentType: 'application/json',
        headers: { mode: event.mode, request_id: event.requestId, traceparent: event.traceparent },
      };
      this.#channel.publish(eventExchange, event.name, Buffer.from(event.payload), options, (error: unknown) => {
        if (error) reject(error instanceof Error ? error : new Error('The broker refused an event.'));
        else if (this.#returned.delete(event.id)) reject(new Error(`No queue takes the event ${event.name} yet.`));
        else resolve();
      });
    });
  }

  /** All confirmed, or a rejection after which any of them may or may not have gone out. */
  async publish(events: readonly OutboundEvent[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#lost();
        reject(new Error('The broker did not confirm in time.'));
      }, confirmTimeoutMs);
    });
    try {
      await Promise.race([Promise.all(events.map((event) => this.#one(event))), late]);
    } finally {
      clearTimeout(timer);
    }
  }
}
