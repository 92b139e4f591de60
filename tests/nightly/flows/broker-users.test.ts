import { connect } from 'amqplib';
import { expect } from 'chai';
import { system } from '../../support/system.js';

/**
 * Sends a command as a program's user. Returns the reply code with which the broker closes the channel, or null if the
 * broker accepts the command.
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
  it("can read only their own service's queues", async () => {
    expect(await refusalOf('webhook', 'webhook.erasures.dead')).to.equal(null);
    for (const user of ['gateway', 'auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer']) {
      expect(await refusalOf(user, 'webhook.erasures.dead'), user).to.equal(403);
    }
  });
});
