import type { ConfirmChannel, Message } from 'amqplib';
import { eventExchange, type OutboundEvent } from './message.js';
import { writeTogether } from './write-together.js';

const confirmTimeoutMs = 10_000;

/** Message to publish to an exchange. */
export interface Publication {
  readonly id: string;
  readonly exchangeName: string;
  readonly routingKey: string;
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Whether the broker returns the message if no queue takes it. */
  readonly mandatory: boolean;
}

export function toPublication({ id, name, payload, mandatory, ...event }: OutboundEvent): Publication {
  return {
    id,
    exchangeName: eventExchange,
    routingKey: name,
    content: Buffer.from(payload),
    headers: {
      mode: event.mode,
      request_id: event.requestId,
      traceparent: event.traceparent,
      agent_id: event.agentId,
    },
    mandatory,
  };
}

/** Publishes on one confirm channel. Reconnects when a confirmation doesn't come in time. */
export class Publisher {
  readonly #channel: ConfirmChannel;
  readonly #reconnect: () => void;
  /** Ids of unroutable messages. The broker returns a message before it confirms it. */
  readonly #returned = new Set<string>();

  constructor(channel: ConfirmChannel, reconnect: () => void) {
    this.#channel = channel;
    this.#reconnect = reconnect;
    channel.on('return', (message: Message) => void this.#returned.add(String(message.properties.messageId)));
  }

  /** Resolves to whether a queue took the message. True for a message that isn't mandatory. */
  #publishOne({ id, exchangeName, routingKey, content, headers, mandatory }: Publication): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const options = { persistent: true, mandatory, messageId: id, contentType: 'application/json', headers };
      this.#channel.publish(exchangeName, routingKey, content, options, (error: unknown) => {
        if (error) reject(error instanceof Error ? error : new Error('The broker refused an event.'));
        else resolve(!this.#returned.delete(id));
      });
    });
  }

  /**
   * Publishes messages. Resolves when the broker has answered for all of them. The result contains the ids of mandatory
   * messages that no queue took. After a rejection, any of the messages may have been published.
   */
  async publish(publications: readonly Publication[]): Promise<ReadonlySet<string>> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.#reconnect();
        reject(new Error('The broker did not confirm in time.'));
      }, confirmTimeoutMs);
    });
    const publishAll = async () => {
      const unroutable = new Set<string>();
      const publishInto = async (one: Publication) => void ((await this.#publishOne(one)) || unroutable.add(one.id));
      let published: Promise<void>[] = [];
      writeTogether(this.#channel, () => {
        published = publications.map(publishInto);
      });
      await Promise.all(published);
      return unroutable;
    };
    try {
      return await Promise.race([publishAll(), timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
