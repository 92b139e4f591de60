import type { ConfirmChannel, Message } from 'amqplib';
import { eventExchange, type OutboundEvent } from './message.js';

const confirmTimeoutMs = 10_000;

/** Publishes on one confirm channel, and has the connection rebuilt when a confirmation does not come in time. */
export class Publisher {
  readonly #channel: ConfirmChannel;
  readonly #reconnect: () => void;
  /** Ids that came back unroutable; the broker sends the return before the confirmation. */
  readonly #returned = new Set<string>();

  constructor(channel: ConfirmChannel, reconnect: () => void) {
    this.#channel = channel;
    this.#reconnect = reconnect;
    channel.on('return', (message: Message) => void this.#returned.add(String(message.properties.messageId)));
  }

  #publishOne(event: OutboundEvent): Promise<void> {
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

  /** Resolves when all are confirmed; after a rejection any of them may have been published. */
  async publish(events: readonly OutboundEvent[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#reconnect();
        reject(new Error('The broker did not confirm in time.'));
      }, confirmTimeoutMs);
    });
    try {
      await Promise.race([Promise.all(events.map((event) => this.#publishOne(event))), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
