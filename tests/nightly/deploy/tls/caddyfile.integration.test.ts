import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../../../deploy/compose-file.js';
import { eventually } from '../../../support/eventually.js';
import { freePort } from '../../../support/free-port.js';
import { type NameServer, startNameServer } from '../../../support/name-server.js';
import { obtainCaddy } from '../../../support/obtain-caddy.js';

/** Addresses of the two gateways. The test's name server returns them. */
const addresses = ['127.0.0.1', '127.0.0.2'] as const;

interface Gateway {
  readonly name: string;
  readonly stop: () => Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function startGateway(name: string, port: number, answer: Answer): Promise<Gateway> {
  const server: Server = createServer(answer);
  server.listen(port, name);
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { name, stop };
}

describe('deploy/container/Caddyfile', () => {
  const gateways: Gateway[] = [];
  let caddy: ChildProcess;
  let names: NameServer;
  let home: string;
  let url: string;
  let port: number;
  const received: { readonly by: string; readonly headers: IncomingMessage['headers'] }[] = [];

  /** Answers with the gateway's name. For /stream, sends one event and keeps the stream open. */
  const answerAs =
    (by: string): Answer =>
    (request, response) => {
      received.push({ by, headers: request.headers });
      if (request.url !== '/stream') response.end(by);
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n');
    };
  const ask = async () => (await fetch(url)).text();

  before(async () => {
    const [sandbox, auth] = [await freePort(), await freePort()];
    url = `http://localhost:${await freePort()}`;
    port = await freePort();
    for (const address of addresses) gateways.push(await startGateway(address, port, answerAs(address)));
    names = await startNameServer(addresses);
    home = await mkdtemp(join(tmpdir(), 'plotline-caddy-'));
    const program = await obtainCaddy(process.env);
    const environment = {
      API_BASE_URL: url,
      SANDBOX_BASE_URL: `http://localhost:${sandbox}`,
      AUTH_BASE_URL: `http://localhost:${auth}`,
      ACME_EMAIL: 'admin@example.com',
      NAME_SERVER: `127.0.0.1:${names.port}`,
      GATEWAY_API_PORT: String(port),
      HOME: home,
    };
    const file = join(root, 'deploy', 'container', 'Caddyfile');
    caddy = spawn(program, ['run', '--adapter', 'caddyfile', '--config', file], { env: environment, stdio: 'ignore' });
    await eventually(ask, 20_000);
  });
  after(async () => {
    caddy.kill();
    await once(caddy, 'exit');
    names.stop();
    await Promise.all(gateways.map(({ stop }) => stop()));
    await rm(home, { recursive: true, force: true });
  });

  it("uses all gateways, and forwards only the client's address", async () => {
    received.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => fetch(url, { headers: { 'x-forwarded-for': '203.0.113.9' } })));
    expect(new Set(received.map(({ by }) => by))).to.deep.equal(new Set(addresses));
    for (const { headers } of received) {
      expect(headers.host).to.equal(new URL(url).host);
      expect(headers['x-forwarded-for']).to.match(/^(127\.0\.0\.1|::1)$/);
      expect(headers['x-forwarded-proto']).to.equal('http');
    }
  });

  it('forwards the first event of a stream while the stream is open', async () => {
    const ending = new AbortController();
    const { body } = await fetch(`${url}/stream`, { signal: ending.signal });
    const first = await body?.getReader().read();
    expect(Buffer.from(first?.value ?? []).toString()).to.equal('data: first\n\n');
    ending.abort();
  });

  it('serves every request while one gateway restarts', async () => {
    let isOver = false;
    const answers: string[] = [];
    const client = async () => {
      while (!isOver) answers.push(await ask());
    };
    const clients = Array.from({ length: 4 }, client);
    const [first] = addresses;
    await gateways.shift()?.stop();
    await eventually(() => expect(answers.length).to.be.greaterThan(200));
    gateways.unshift(await startGateway(first, port, answerAs(first)));
    received.length = 0;
    await eventually(() => expect(received.map(({ by }) => by)).to.include(first));
    isOver = true;
    await Promise.all(clients);
    for (const answer of answers) expect(addresses).to.include(answer);
  });
});
