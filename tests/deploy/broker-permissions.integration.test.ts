import { randomUUID } from 'node:crypto';
import { createBroker } from '@plotline/kit/broker/broker';
import { createLog } from '@plotline/kit/telemetry/log';
import { connect } from 'amqplib';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { storeUrl } from '../support/test-stores.js';

/** Returns the broker's URL for a program. On a local broker, a program's password is its name. */
function urlOf(user: string): string {
  const url = new URL(storeUrl('AMQP'));
  url.username = user;
  url.password = user;
  url.pathname = '/';
  return url.href;
}

async function connectAs(user: string) {
  const connection = await connect(urlOf(user));
  connection.on('error', () => undefined);
  return connection;
}

describe("the broker's users", () => {
  const eventExchange = 'plotline.events';

  /** Publishes a message as the user. Returns the broker's error, or null if the broker accepts the message. */
  async function publish(user: string, event: string, exchange = eventExchange): Promise<string | null> {
    const connection = await connectAs(user);
    try {
      const channel = await connection.createConfirmChannel();
      const refused = new Promise<string>((resolve) => channel.on('error', ({ message }) => resolve(message)));
      await channel.assertExchange(eventExchange, 'topic', { durable: true });
      channel.publish(exchange, event, Buffer.from('{}'));
      const confirmed = channel.waitForConfirms().then(() => null);
      return await Promise.race([refused, confirmed.catch(() => refused)]);
    } finally {
      await connection.close().catch(() => undefined);
    }
  }

  it('can publish only their own events', async () => {
    expect(await publish('transfer', 'job.completed')).to.equal(null);
    expect(await publish('transfer', 'lead.created')).to.include('ACCESS_REFUSED');
    expect(await publish('webhook', 'agent.invited')).to.include('ACCESS_REFUSED');
  });

  it("can retry, return and give up only events from their own consumers' queues", async () => {
    const [queue, handled]: [string, string[]] = [`transfer.${randomUUID()}`, []];
    const consumer = {
      queue,
      bindings: ['sandbox.reset'],
      prefetch: 1,
      retryDelaysMs: [20],
      handle: async ({ id }: { readonly id: string }) => {
        handled.push(id);
        if (id === 'poison' || handled.length === 1) throw new Error('not this time');
      },
    };
    const log = createLog('test', 'silent');
    const [broker, publisher] = [
      await createBroker({ url: urlOf('transfer'), log, consumers: [consumer] }),
      await createBroker({ url: urlOf('auth'), log }),
    ];
    const countDead = async () => {
      const connection = await connectAs('transfer');
      const { messageCount } = await (await connection.createChannel()).checkQueue(`${queue}.dead`);
      await connection.close();
      return messageCount;
    };
    try {
      await eventually(() => expect([broker.isConnected(), publisher.isConnected()]).to.deep.equal([true, true]));
      const event = { name: 'sandbox.reset', payload: '{}', mode: 'live', requestId: 'r', mandatory: true } as const;
      await publisher.publish([{ id: 'again', ...event }]);
      await eventually(() => expect(handled).to.deep.equal(['again', 'again']));
      await publisher.publish([{ id: 'poison', ...event }]);
      await eventually(async () => expect(await countDead()).to.equal(1));
      for (const end of ['retry', 'redelivery', 'dead']) {
        expect(await publish('transfer', queue, `transfer.${end}`)).to.equal(null);
        expect(await publish('auth', queue, `transfer.${end}`)).to.include('ACCESS_REFUSED');
        expect(await publish('auth', queue, `plotline.${end}`)).to.match(/ACCESS_REFUSED|NOT_FOUND/);
      }
    } finally {
      for (const one of [broker, publisher]) {
        await one.stopConsuming();
        await one.close();
      }
      const connection = await connectAs('transfer');
      const channel = await connection.createChannel();
      for (const name of [queue, `${queue}.dead`, `${queue}.retry.20ms`]) await channel.deleteQueue(name);
      await connection.close();
    }
  });

  it('can bind their queues only to the events that they consume', async () => {
    const connection = await connectAs('transfer');
    try {
      const channel = await connection.createChannel();
      channel.on('error', () => undefined);
      await channel.assertQueue('transfer.test', { autoDelete: true });
      await channel.bindQueue('transfer.test', eventExchange, 'sandbox.reset');
      const refusal = await channel.bindQueue('transfer.test', eventExchange, '#').catch((error: Error) => error);
      expect(String(refusal)).to.include('ACCESS_REFUSED');
    } finally {
      await connection.close().catch(() => undefined);
    }
  });
});
