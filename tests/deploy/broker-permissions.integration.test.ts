import { connect } from 'amqplib';
import { expect } from 'chai';
import { storeUrl } from '../support/test-stores.js';

/** Connects as a program, whose password on a local broker is its name. */
async function connectAs(user: string) {
  const url = new URL(storeUrl('AMQP'));
  url.username = user;
  url.password = user;
  url.pathname = '/';
  const connection = await connect(url.href);
  connection.on('error', () => undefined);
  return connection;
}

describe('the users of the broker', () => {
  const eventExchange = 'plotline.events';

  /** What the broker says of an event that the user publishes; null when it takes it. */
  async function publish(user: string, event: string): Promise<string | null> {
    const connection = await connectAs(user);
    try {
      const channel = await connection.createConfirmChannel();
      const refused = new Promise<string>((resolve) => channel.on('error', ({ message }) => resolve(message)));
      await channel.assertExchange(eventExchange, 'topic', { durable: true });
      channel.publish(eventExchange, event, Buffer.from('{}'));
      const confirmed = channel.waitForConfirms().then(() => null);
      return await Promise.race([refused, confirmed.catch(() => refused)]);
    } finally {
      await connection.close().catch(() => undefined);
    }
  }

  it('publish their own events alone', async () => {
    expect(await publish('transfer', 'job.completed')).to.equal(null);
    expect(await publish('transfer', 'lead.created')).to.include('ACCESS_REFUSED');
    expect(await publish('webhook', 'agent.invited')).to.include('ACCESS_REFUSED');
  });

  it('bind their queues to the events alone that they consume', async () => {
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
