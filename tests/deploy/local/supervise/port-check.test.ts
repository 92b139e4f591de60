import { createServer, type Server } from 'node:net';
import { findFreePorts, toConsecutivePorts } from '@plotline/local/supervise/free-ports';
import { checkPorts, listRequiredPorts } from '@plotline/local/supervise/ports';
import { expect } from 'chai';

function listen(host: string): Promise<{ server: Server; port: number }> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, host, () => {
      const address = server.address();
      resolve({ server, port: typeof address === 'object' && address ? address.port : 0 });
    });
  });
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'not refused',
    (error: unknown) => String(error),
  );
}

describe('the port check', () => {
  for (const host of ['127.0.0.1', '::']) {
    it(`reports a port that is in use on ${host}, with its purpose and its variable`, async () => {
      const { server, port } = await listen(host);
      const message = await refusal(checkPorts([{ port, purpose: 'the API', variable: 'PLOTLINE_API_PORT' }]));
      server.close();
      expect(message).to.include(`Port ${port}`).and.contain('the API').and.contain('PLOTLINE_API_PORT');
    });
  }

  it('reports all problems together', async () => {
    const { server, port } = await listen('127.0.0.1');
    const needed = [
      { port, purpose: 'the API', variable: 'PLOTLINE_API_PORT' },
      { port, purpose: 'the sandbox API', variable: 'PLOTLINE_SANDBOX_PORT' },
    ];
    const message = await refusal(checkPorts(needed));
    server.close();
    expect(message).to.include('PLOTLINE_API_PORT').and.contain('PLOTLINE_SANDBOX_PORT');
  });

  it('accepts free ports', async () => {
    await checkPorts(listRequiredPorts(await findFreePorts(), {}));
  });

  it('gives each block of ports to only one of several simultaneous callers', async () => {
    const choose = (...places: number[]) => findFreePorts(() => places.shift() ?? 0);
    const [one, other] = await Promise.all([choose(0.5, 0.25), choose(0.5, 0.75)]);
    expect(one.api).to.not.equal(other.api);
  });

  it('needs no port for a store whose URL is in the environment', () => {
    const all = listRequiredPorts(toConsecutivePorts(20_000), {}).map(({ purpose }) => purpose);
    expect(all).to.include('MongoDB').and.include('RabbitMQ').and.include('Redis');
    const given = { MONGO_URL: 'mongodb://db', AMQP_URL: 'amqp://mq', REDIS_URL: 'redis://cache' };
    const remaining = listRequiredPorts(toConsecutivePorts(20_000), given).map(({ purpose }) => purpose);
    expect(remaining).to.not.include('MongoDB').and.not.include('RabbitMQ').and.not.include('Redis');
  });

  it('finds no duplicate port among the defaults or in a block for tests', () => {
    const ports = listRequiredPorts(toConsecutivePorts(20_000), {}).map(({ port }) => port);
    expect(new Set(ports).size).to.equal(ports.length);
  });
});
