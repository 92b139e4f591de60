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

/** The connection to RabbitMQ. It is rebuilt whole, channels and consumers included, whenever any of it is lost. */
export interface Broker {
  /** Resolves once the broker has confirmed all events; rejects when it did not within ten seconds or is away. */
  publish(events: readonly OutboundEvent[]): Promise<void>;
  connected(): boolean;
  /** Called after each (re)connection, when publishing works. */
  onConnect(listener: () => void): void;
  /** Takes no further message and waits for the handlers that run. */
  stopConsuming(): Promise<void>;
  close(): Promise<void>;
}

/** Begins to connect and returns at once: a service starts, and writes, while the broker is away. */
export async function createBroker({ url, log, consumers = [] }: BrokerOptions): Promise<Broker> {
  const listeners: (() => void)[] = [];
  let publisher: Publisher | null = null;
  let running: RunningConsumer[] = [];

  const setup = async (model: ChannelModel): Promise<void> => {
    // Whatever closes, the whole connection goes, so that there is one way back and not one for each part.
    const lost = () => {
      publisher = null;
      void model.close().catch(() => undefined);
    };
    const channel = await model.createConfirmChannel();
    channel.on('error', (error) => log.warn({ err: error }, 'broker channel failed'));
    channel.on('close', lost);
    await channel.assertExchange(eventExchange, 'topic', { durable: true });
    await channel.assertExchange(deadLetterExchange, 'direct', { durable: true });
    running = await Promise.all(consumers.map((consumer) => startConsumer(model, consumer, lost, log)));
    publisher = new Publisher(channel, lost);
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
      if (!publisher) throw new Error('The broker is away.');
      await publisher.publish(events);
    },
    connected: () => publisher !== null,
    onConnect: (listener) => void listeners.push(listener),
    stopConsuming: async () => {
      await Promise.all(running.map((consumer) => consumer.stop()));
    },
    close: () => connection.close(),
  };
}
