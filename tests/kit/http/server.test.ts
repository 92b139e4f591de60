import { Agent, type IncomingMessage, request } from 'node:http';
import { closeServer, createApp, createHttpServer, createProbes, type ReadyCheck } from '@plotline/kit/http/server';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { expect } from 'chai';
import { listenAnywhere } from '../../support/listen-anywhere.js';

describe('createHttpServer', () => {
  it("gives requests and responses express's prototypes, so that express does not change them", async () => {
    const app = createApp();
    const changed: object[] = [];
    app.get('/seen', (request, response) => {
      response.json({
        request: Object.getPrototypeOf(request) === app.request,
        response: Object.getPrototypeOf(response) === app.response,
        query: request.query,
        host: request.hostname,
      });
    });
    const server = createHttpServer(app);
    const port = await listenAnywhere(server);
    server.prependListener('request', (request, response) => {
      if (Object.getPrototypeOf(request) !== app.request) changed.push(request);
      if (Object.getPrototypeOf(response) !== app.response) changed.push(response);
    });
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/seen?a=1`);
      expect(await answer.json()).to.deep.equal({
        request: true,
        response: true,
        query: { a: '1' },
        host: '127.0.0.1',
      });
      expect(changed).to.deep.equal([]);
    } finally {
      await closeServer(server);
    }
  });

  it("sends neither a banner nor express's own ETag", async () => {
    const app = createApp();
    app.get('/', (_request, response) => void response.send('hello'));
    const server = createHttpServer(app);
    const port = await listenAnywhere(server);
    try {
      const { headers } = await fetch(`http://127.0.0.1:${port}/`);
      expect(headers.get('x-powered-by')).to.equal(null);
      expect(headers.get('etag')).to.equal(null);
    } finally {
      await closeServer(server);
    }
  });
});

describe('closeServer', () => {
  /** Opens a connection and keeps it open for the next request. */
  async function openConnection(port: number): Promise<{ readonly agent: Agent; get(): Promise<IncomingMessage> }> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const get = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const sent = request({ host: '127.0.0.1', port, agent }, (answer) =>
          answer.resume().once('end', () => resolve(answer)),
        );
        sent.once('error', reject).end();
      });
    await get();
    return { agent, get };
  }

  it('answers one more request on each open or new connection, and then accepts none', async () => {
    const app = createApp();
    app.get('/', (_request, response) => void response.send('hello'));
    const server = createHttpServer(app);
    const port = await listenAnywhere(server);
    const { agent, get } = await openConnection(port);
    const url = `http://127.0.0.1:${port}/`;
    const closed = closeServer(server, 2_000);
    const [late, answer] = await Promise.all([fetch(url), get()]);
    await closed;
    agent.destroy();
    expect([answer.statusCode, answer.headers.connection]).to.deep.equal([200, 'close']);
    expect([late.status, late.headers.get('connection')]).to.deep.equal([200, 'close']);
    expect(await fetch(url).then(() => 'answered', String)).to.include('fetch failed');
  });

  it('closes idle connections', async () => {
    const server = createHttpServer(createApp());
    const { agent } = await openConnection(await listenAnywhere(server));
    await closeServer(server);
    agent.destroy();
  });
});

describe('createProbes', () => {
  const checks: readonly (readonly [string, number, ReadyCheck])[] = [
    ['that the process is ready', 200, () => true],
    ['that it is not', 503, async () => false],
    ['that it is not when the check throws', 503, () => Promise.reject(new Error('no'))],
    ['that it is not when the check hangs', 503, () => new Promise(() => undefined)],
  ];
  for (const [name, status, check] of checks) {
    it(`answers ${name}, in time for a prober`, async () => {
      const server = createHttpServer(createApp().use(createProbes(check, createMetrics('test'))));
      const port = await listenAnywhere(server);
      try {
        // A health check waits for three seconds (deploy/container/is-ready.mjs).
        const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(3_000) });
        expect(answer.status).to.equal(status);
      } finally {
        await closeServer(server);
      }
    });
  }
});
