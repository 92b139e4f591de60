import { connect } from 'amqplib';
import { expect } from 'chai';
import { system } from '../../support/system.js';

/**
 * Returns the reply code with which the broker closes the channel of a program's user. Null when the broker accepts the
 * command.
 */
async function refusalOf(user: string, queue: string): Promise<number | null> {
  const url = new URL(system().amqpUrl);
  url.username = user;
  url.password = user;
  const connection = await connect(url.href);
  try {
    const channel = await connection.createChannel();
    const closed = new Promise<unknown>((resolve) =>
      channel.on('error', (error) => resolve(Reflect.get(error, 'code'))),
    );
    const got = channel.get(queue, { noAck: false }).then(
      () => null,
      () => closed,
    );
    const code = await got;
    return typeof code === 'number' ? code : null;
  } finally {
    await connection.close();
  }
}

describe("The broker's users", () => {
  it('read the queues of their own service, and none of another', async () => {
    expect(await refusalOf('webhook', 'webhook.erasures.dead')).to.equal(null);
    for (const user of ['gateway', 'auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer']) {
      expect(await refusalOf(user, 'webhook.erasures.dead'), user).to.equal(403);
    }
  });
});
