import { randomUUID } from 'node:crypto';
import { type Broker, createBroker } from '@plotline/kit/broker/broker';
import { createLog } from '@plotline/kit/telemetry/log';
import { type Channel, connect } from 'amqplib';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { storeUrl } from '../../support/test-stores.js';

const [formerRetry, formerRedelivery, formerDead] = ['plotline.retry', 'plotline.redelivery', 'plotline.dead'];
const delayMs = 20;

describe('queues from an earlier release, whose services shared their exchanges', () => {
  const service = `test-${randomUUID()}`;
  const queue = `${service}.things`;
  const waitQueue = `${queue}.retry.${delayMs}ms`;
  let broker: Broker | null;
  let handled: string[];
  let handle: (id: string) => Promise<void>;

  async function withChannel<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    const model = await connect(storeUrl('AMQP'));
    try {
      return await work(await model.createChannel());
    } finally {
      await model.close();
    }
  }

  /** Declares the queues and exchanges of an earlier consumer, with the same arguments. */
  async function declareFormerly(channel: Channel): Promise<void> {
    await channel.assertExchange(formerDead, 'direct', { durable: true });
    for (const name of [formerRetry, formerRedelivery])
      await channel.assertExchange(name, 'headers', { durable: true });
    const shared = {
      'x-queue-type': 'quorum',
      'x-dead-letter-strategy': 'at-least-once',
      'x-overflow': 'reject-publish',
    };
    const ofDead = { 'x-dead-letter-exchange': formerDead, 'x-dead-letter-routing-key': queue };
    const ofWaiting = { 'x-message-ttl': delayMs, 'x-dead-letter-exchange': formerRedelivery };
    await channel.assertQueue(`${queue}.dead`, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await channel.bindQueue(`${queue}.dead`, formerDead, queue);
    await channel.assertQueue(queue, { durable: true, arguments: { ...shared, 'x-delivery-limit': 10, ...ofDead } });
    await channel.bindQueue(queue, formerRedelivery, '', { 'x-match': 'all', retry_queue: queue });
    await channel.assertQueue(waitQueue, { durable: true, arguments: { ...shared, ...ofWaiting } });
    const toWaitQueue = { 'x-match': 'all', retry_queue: queue, retry_delay: String(delayMs) };
    await channel.bindQueue(waitQueue, formerRetry, '', toWaitQueue);
  }

  async function start(): Promise<void> {
    const consumer = {
      queue,
      bindings: [`${service}.*`],
      prefetch: 1,
      retryDelaysMs: [delayMs],
      handle: async ({ id }: { readonly id: string }) => handle(id),
    };
    broker = await createBroker({ url: storeUrl('AMQP'), log: createLog('test', 'silent'), consumers: [consumer] });
    await eventually(() => expect(broker?.isConnected()).to.equal(true));
  }

  async function publish(id: string): Promise<void> {
    const event = {
      id,
      name: `${service}.made`,
      payload: '{}',
      mode: 'live' as const,
      requestId: 'r',
      mandatory: true,
    };
    await broker?.publish([event]);
  }

  beforeEach(async () => {
    handled = [];
    handle = async (id) => void handled.push(id);
    await withChannel(declareFormerly);
  });

  afterEach(async () => {
    await broker?.stopConsuming();
    await broker?.close();
    broker = null;
    await withChannel(async (channel) => {
      for (const name of [queue, waitQueue, `${queue}.dead`]) await channel.deleteQueue(name);
      for (const end of ['retry', 'redelivery', 'dead']) await channel.deleteExchange(`${service}.${end}`);
    });
  });

  it('continue to be consumed, including events that wait in them for another attempt', async () => {
    await withChannel(async (channel) => {
      const headers = { mode: 'live', attempts: 1, retry_queue: queue, retry_delay: String(delayMs) };
      channel.publish(formerRetry, `${service}.made`, Buffer.from('{}'), { messageId: 'waiting', headers });
      await channel.checkExchange(formerRetry);
    });
    await start();
    await publish('new');
    await eventually(() => expect(handled).to.have.members(['waiting', 'new']));
  });

  it("use their own service's exchanges for further attempts and dead letters", async () => {
    handle = async (id) => {
      handled.push(id);
      throw new Error('never');
    };
    await start();
    await publish('poison');
    await eventually(async () => {
      const { messageCount } = await withChannel((channel) => channel.checkQueue(`${queue}.dead`));
      expect(messageCount).to.equal(1);
    });
    expect(handled).to.deep.equal(['poison', 'poison']);
  });

  it("are declared on their own service's exchanges when they are new", async () => {
    await withChannel(async (channel) => {
      for (const name of [queue, waitQueue, `${queue}.dead`]) await channel.deleteQueue(name);
    });
    handle = async (id) => {
      handled.push(id);
      if (handled.length === 1) throw new Error('not this time');
    };
    await start();
    await publish('again');
    await eventually(() => expect(handled).to.deep.equal(['again', 'again']));
    const refusal = await withChannel(async (channel) => {
      channel.on('error', () => undefined);
      const headers = { mode: 'live', retry_queue: queue };
      const returned = new Promise((resolve) => channel.once('return', resolve));
      channel.publish(formerRedelivery, 'x', Buffer.from('{}'), { messageId: 'forged', mandatory: true, headers });
      return returned;
    });
    expect(refusal).to.nested.include({ 'fields.exchange': formerRedelivery });
  });
});
