import { type ChannelModel, connect, type RecoveringChannelModel } from 'amqplib';
import type { Logger } from 'pino';
import { type Consumer, type RunningConsumer, startConsumer } from './consume.js';
import { deadLetterExchange, eventExchange, type OutboundEvent } from './message.js';
import { Publisher } from './publish.js';

export interface BrokerOptions {
  readonly url: string;
  readonly log: Logger;
  readonly consumers?: readonly Consumer[];
}

/** The connection to RabbitMQ. When the connection or one of its channels closes, all of it is rebuilt with its consumers. */
export interface Broker {
  /** Resolves once the broker has confirmed all events; rejects when it does not within ten seconds or is unreachable. */
  publish(events: readonly OutboundEvent[]): Promise<void>;
  isConnected(): boolean;
  /** Called after each (re)connection, when publishing works. */
  onConnect(listener: () => void): void;
  /** Takes no further message and waits for the running handlers. */
  stopConsuming(): Promise<void>;
  close(): Promise<void>;
}

/** Begins to connect and returns at once: a service starts, and stores changes, while the broker is unreachable. */
export async function createBroker({ url, log, consumers = [] }: BrokerOptions): Promise<Broker> {
  const listeners: (() => void)[] = [];
  let publisher: Publisher | null = null;
  let running: RunningConsumer[] = [];

  const setup = async (model: ChannelModel): Promise<void> => {
    // Whichever channel closes, the whole connection is closed, so that there is one way to recover.
    const reconnect = () => {
      publisher = null;
      void model.close().catch(() => undefined);
    };
    const channel = await model.createConfirmChannel();
    channel.on('error', (error) => log.warn({ err: error }, 'broker channel failed'));
    channel.on('close', reconnect);
    await channel.assertExchange(eventExchange, 'topic', { durable: true });
    await channel.assertExchange(deadLetterExchange, 'direct', { durable: true });
    running = await Promise.all(consumers.map((consumer) => startConsumer(model, consumer, reconnect, log)));
    publisher = new Publisher(channel, reconnect);
    log.info('broker connected');
    for (const listener of listeners) listener();
  };

  const connection: RecoveringChannelModel = await connect(url, {
    timeout: 5_000,
    recovery: { initialDelay: 200, maxDelay: 3_000, waitForConnect: false, setup },
  });
  connection.on('error', (error) => log.warn({ err: error }, 'broker connection failed'));
  connection.on('disconnect', () => {
    publisher = null;
    log.warn('broker disconnected');
  });

  return {
    publish: async (events) => {
      if (!publisher) throw new Error('The broker is not connected.');
      await publisher.publish(events);
    },
    isConnected: () => publisher !== null,
    onConnect: (listener) => void listeners.push(listener),
    stopConsuming: async () => {
      await Promise.all(running.map((consumer) => consumer.stop()));
    },
    close: () => connection.close(),
  };
}
