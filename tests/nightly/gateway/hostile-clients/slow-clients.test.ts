import { publicLimits } from '@plotline/gateway/app';
import { expect } from 'chai';
import { expectHealthy, RawClient } from '../../../gateway/hostile-clients/raw-client.js';
import { startGatewayFixture } from '../../../gateway/support/gateway-fixture.js';
import { sendRequest } from '../../../gateway/support/http-client.js';
import { eventually } from '../../../support/eventually.js';
import { useFixture } from '../../../support/use-fixture.js';

describe('gateway with slow clients', () => {
  const gateway = useFixture(startGatewayFixture);
  const timers: NodeJS.Timeout[] = [];
  afterEach(() => {
    for (const timer of timers.splice(0)) clearInterval(timer);
    gateway().stub.reset();
  });
  const dribble = (client: RawClient, text: string) =>
    timers.push(setInterval(() => client.write(text.charAt(Math.floor(Math.random() * text.length))), 500));
  const writeHead = (path: string, length: string) => {
    const key = gateway().verification.createKey(['admin'], { workspaceId: 'ws_slow' });
    return `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n${length}\r\n\r\n`;
  };

  for (const length of ['Transfer-Encoding: chunked', 'Content-Length: 102400']) {
    it(`uses no connection to a service for 80 stalled bodies (${length})`, async () => {
      const clients = Array.from({ length: 80 }, (_, index) => {
        const [url, path] = index % 2 === 0 ? [gateway().live, '/v1/leads'] : [gateway().auth, '/oauth/token'];
        const bytes = 'a'.repeat(10_240);
        const body = length.startsWith('T') ? `2800\r\n${bytes}\r\n` : bytes;
        return new RawClient(url).write(writeHead(path, length) + body);
      });
      const { bodies } = gateway().context;
      await eventually(() => expect(bodies.inUse).to.be.at.least(40 * 10_240));
      expect(gateway().stub.received).to.deep.equal([]);
      await expectHealthy(gateway());
      for (const client of clients) client.close();
      await eventually(() => expect(bodies.inUse).to.equal(0));
    });
  }

  it('counts the memory that a body in one-byte chunks uses', async () => {
    const client = new RawClient(gateway().live);
    client.write(writeHead('/v1/leads', 'Transfer-Encoding: chunked') + '1\r\na\r\n'.repeat(50_000));
    const { bodies } = gateway().context;
    await eventually(() => expect(bodies.inUse).to.be.within(50_000, 100_000));
    client.close();
  });

  it("refuses bodies over a workspace's share, and accepts those of other workspaces", async () => {
    const body = 'a'.repeat(1_000_000);
    const stalled = Array.from({ length: 40 }, () =>
      new RawClient(gateway().live).write(writeHead('/v1/leads', 'Content-Length: 1048576') + body),
    );
    await eventually(() => expect(stalled.flatMap(({ statuses }) => statuses)).to.include(429));
    const key = gateway().verification.createKey(['admin'], { workspaceId: 'ws_other' });
    const other = await sendRequest(`${gateway().live}/v1/leads`, { key, method: 'POST', body });
    expect(other.status).to.equal(200);
    for (const client of stalled) client.close();
    await eventually(() => expect(gateway().context.bodies.inUse).to.equal(0));
  });

  it('allows 15 seconds for the request head, and 15 seconds for a request with its body', () => {
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = publicLimits;
    expect(Math.max(headersTimeout, requestTimeout) + connectionsCheckingInterval).to.be.below(15_000);
  });

  it('closes every connection after its time limit, whatever the client sends', async () => {
    const { live, auth } = gateway();
    for (const server of [gateway().gateway.servers.api, gateway().gateway.servers.auth]) {
      expect(server).to.include({ headersTimeout: publicLimits.headersTimeout });
      Object.assign(server, { headersTimeout: 1_000, requestTimeout: 1_000, timeout: 1_000 });
    }
    const open = (url: string, text: string, more = '') => {
      const client = new RawClient(url).write(text);
      if (more !== '') dribble(client, more);
      return client;
    };
    const unread = 'GET /docs/minisearch.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(200);
    const clients: Record<string, RawClient> = {
      'no byte': open(live, ''),
      'half a head': open(live, 'GET /v1/leads HTTP/1.1\r\n'),
      'a head byte by byte': open(live, 'GET /v1/leads HTTP/1.1\r\nX: ', 'xyz'),
      'half a body': open(live, `${writeHead('/v1/leads', 'Content-Length: 100')}{`),
      'a body byte by byte': open(live, `${writeHead('/v1/leads', 'Content-Length: 100000')}{`, 'xyz'),
      'a refused body byte by byte': open(
        live,
        'POST /v1/leads HTTP/1.1\r\nHost: x\r\nContent-Length: 9999\r\n\r\n',
        'xyz',
      ),
      'a refused body in chunks': open(
        live,
        'POST /v1/leads HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n',
      ),
      'a form byte by byte': open(auth, `${writeHead('/oauth/token', 'Content-Length: 9999')}a`, 'xyz'),
      'a refused form byte by byte': open(auth, `${writeHead('/metrics', 'Content-Length: 9999')}a`, 'xyz'),
      'a second head': open(live, 'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nX: ', 'xyz'),
      'answers that are not read': open(live, unread).stopReading(),
    };
    for (const [name, client] of Object.entries(clients)) {
      if (name !== 'answers that are not read') await client.readToClose();
    }
    await eventually(async () => {
      const { api } = gateway().gateway.servers;
      const count = await new Promise((resolve) => api.getConnections((_error, open) => resolve(open)));
      expect(count, 'open connections').to.equal(0);
    });
    await expectHealthy(gateway());
  });
});
