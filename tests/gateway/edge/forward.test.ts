import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { readMetric } from '../../support/read-metric.js';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

const getRejection = (reply: Promise<unknown>) =>
  reply.then(
    () => {
      throw new Error('It was answered.');
    },
    (error: unknown) => error,
  );

describe('gateway forwarding', () => {
  const gateway = useFixture(startGatewayFixture);
  let key: string;
  before(async () => {
    key = gateway().verification.createKey(['read:leads', 'write:leads']);
  });
  beforeEach(() => gateway().stub.reset());
  const get = () => sendRequest(`${gateway().live}/v1/leads/1`, { key });

  it('sends the signed caller with the deadline to the service', async () => {
    const before = Date.now();
    const headers = { 'x-request-id': 'mine-1' };
    await gateway().withBudget(8_000, () => sendRequest(`${gateway().live}/v1/leads/1`, { key, headers }));
    const caller = gateway().verifyLastCaller();
    expect(caller).to.deep.include({
      workspaceId: 'ws_1',
      mode: 'live',
      actor: { type: 'key', id: 'key_1', name: 'Website' },
      credentialId: 'key_1',
      scopes: ['read:leads', 'write:leads'],
      plan: 'professional',
      currency: 'EUR',
      country: '',
      timeZone: 'UTC',
      requestId: 'mine-1',
    });
    expect(caller?.deadline).to.be.within(before + 8_000, Date.now() + 8_000);
    expect(caller?.traceparent).to.equal(gateway().stub.last.headers.traceparent);
  });

  it('signs requests on the sandbox port for the sandbox', async () => {
    await sendRequest(`${gateway().sandbox}/v1/leads/1`, {
      key: gateway().verification.createKey(['admin'], { mode: 'sandbox' }),
    });
    expect(gateway().verifyLastCaller()?.mode).to.equal('sandbox');
  });

  it("signs a person's agent in the mode, if the person has one", async () => {
    const { verification, live, sandbox } = gateway();
    const agentOf = async (base: string, session: string) => {
      await sendRequest(`${base}/v1/leads/1`, { key: session });
      return gateway().verifyLastCaller()?.actor.agentId;
    };
    const session = verification.createSession([{ agentId: 'agent_1', sandboxAgentId: 'agent_2' }]);
    expect([await agentOf(live, session), await agentOf(sandbox, session)]).to.deep.equal(['agent_1', 'agent_2']);
    expect(await agentOf(sandbox, verification.createSession())).to.equal(undefined);
  });

  it('signs the time since a person has been active in the workspace, and no such time for a key', async () => {
    const { verification, live, sandbox } = gateway();
    const session = verification.createSession([{ memberSince: 1_700_000_000_000 }]);
    const signed: unknown[] = [];
    for (const [base, credential] of [
      [live, session],
      [sandbox, session],
      [live, key],
    ] as const) {
      await sendRequest(`${base}/v1/leads/1`, { key: credential });
      signed.push(gateway().verifyLastCaller()?.memberSince);
    }
    expect(signed).to.deep.equal([1_700_000_000_000, 1_700_000_000_000, undefined]);
  });

  it('drops credentials, cookies, internal and hop-by-hop headers, and forwards the rest', async () => {
    await sendRequest(`${gateway().live}/v1/leads/1`, {
      key,
      headers: {
        'X-Plotline-Caller': 'forged',
        'x-plotline-anything': 'forged',
        cookie: 'a=b',
        connection: 'close, x-hop',
        'x-hop': '1',
        te: 'trailers',
        'accept-encoding': 'gzip',
        'if-match': '"3"',
        prefer: 'handling=strict',
        'x-own': 'kept',
      },
    });
    const { headers } = gateway().stub.last;
    expect(headers).to.not.have.any.keys(
      'authorization',
      'cookie',
      'x-plotline-anything',
      'x-hop',
      'te',
      'accept-encoding',
    );
    expect(headers['x-plotline-caller']).to.not.include('forged');
    expect(headers).to.include({ 'if-match': '"3"', prefer: 'handling=strict', 'x-own': 'kept' });
  });

  it('answers 503 with Retry-After when the service does not respond by the deadline, and aborts the request', async () => {
    let closed = false;
    gateway().stub.answer = (_request, response) => {
      response.once('close', () => {
        closed = true;
      });
    };
    const reply = await gateway().withBudget(1_000, get);
    expect([reply.status, reply.headers['retry-after']]).to.deep.equal([503, '2']);
    await eventually(() => expect(closed).to.equal(true));
  });

  it("measures a service's number of unanswered requests", async () => {
    const { registry } = gateway().context.metrics;
    const read = (upstream: string) => readMetric(registry, 'plotline_upstream_requests_in_flight', { upstream });
    const { answer } = gateway().stub;
    const held = new Promise<() => void>((resolve) => {
      gateway().stub.answer = (incoming, response) => resolve(() => answer(incoming, response));
    });
    const reply = get();
    const release = await held;
    expect([await read('pipeline'), await read('inventory'), await read('public_files')]).to.deep.equal([1, 0, 0]);
    release();
    await reply;
    expect(await read('pipeline')).to.equal(0);
  });

  it('retries a read once when the connection breaks before a response', async () => {
    const { answer } = gateway().stub;
    gateway().stub.answer = (incoming) => {
      gateway().stub.answer = answer;
      incoming.socket.destroy();
    };
    expect((await get()).status).to.equal(200);
    expect(gateway().stub.received).to.have.length(2);
  });

  it('retries a read no more than once', async () => {
    gateway().stub.answer = (incoming) => incoming.socket.destroy();
    const reply = await get();
    expect([reply.status, reply.headers['retry-after']]).to.deep.equal([503, '2']);
    expect(gateway().stub.received).to.have.length(2);
  });

  it('retries a POST with an Idempotency-Key once, with the same body, because the service executes it once', async () => {
    const { answer } = gateway().stub;
    gateway().stub.answer = (incoming) => {
      gateway().stub.answer = answer;
      incoming.socket.destroy();
    };
    const headers = { 'idempotency-key': 'key-1' };
    const reply = await sendRequest(`${gateway().live}/v1/leads`, { key, method: 'POST', body: '{"a":1}', headers });
    expect(reply.status).to.equal(200);
    expect(gateway().stub.received.map(({ body }) => body)).to.deep.equal(['{"a":1}', '{"a":1}']);
    gateway().stub.answer = (incoming) => incoming.socket.destroy();
    expect((await sendRequest(`${gateway().live}/v1/leads`, { key, method: 'POST', headers })).status).to.equal(503);
    expect(gateway().stub.received).to.have.length(4);
  });

  it('never retries other writes', async () => {
    gateway().stub.answer = (incoming) => incoming.socket.destroy();
    const reply = await sendRequest(`${gateway().live}/v1/leads`, { key, method: 'POST', body: '{}' });
    expect([reply.status, reply.headers['retry-after']]).to.deep.equal([503, '2']);
    expect(gateway().stub.received).to.have.length(1);
  });

  for (const length of [{ 'content-length': '200000' }, {}]) {
    it(`closes the client's connection when a response breaks off (${length['content-length'] ? 'with' : 'without'} a length)`, async () => {
      gateway().stub.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...length });
        response.write('x'.repeat(70_000));
        response.write('x'.repeat(70_000), () => setTimeout(() => response.destroy(), 20));
      };
      expect(await getRejection(get())).to.have.property('code', 'ECONNRESET');
    });
  }

  it("closes the client's connection when a response is not complete by the deadline", async () => {
    gateway().stub.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('x'.repeat(70_000));
      response.write('x'.repeat(70_000));
    };
    expect(await getRejection(gateway().withBudget(1_000, get))).to.have.property('code', 'ECONNRESET');
  });

  it('buffers a limited part of a response for a slow client', async () => {
    let written = 0;
    const given = new Promise<void>((resolve) => {
      gateway().stub.answer = (_request, response) => {
        response.once('close', resolve);
        response.writeHead(200, { 'content-type': 'application/json' });
        const more = () => {
          while (written < 200 && response.write('x'.repeat(1_000_000))) written += 1;
        };
        response.on('drain', () => {
          written += 1;
          more();
        });
        more();
      };
    });
    const outgoing = request(`${gateway().live}/v1/leads/1`, { headers: { authorization: `Bearer ${key}` } }).end();
    const [response] = await once(outgoing, 'response');
    response.on('error', () => undefined);
    await given;
    outgoing.destroy();
    expect(written).to.be.lessThan(100);
  });

  it('opens at most 64 connections to a service', async () => {
    let waiting: (() => void)[] = [];
    gateway().stub.answer = (_request, response) => {
      waiting.push(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    };
    const replies = Array.from({ length: 100 }, get);
    await eventually(() => expect(waiting).to.have.length(64));
    expect(await gateway().stub.countOpenConnections()).to.be.at.most(64);
    const release = setInterval(() => {
      for (const answer of waiting) answer();
      waiting = [];
    }, 5);
    for (const reply of await Promise.all(replies)) expect(reply.status).to.equal(200);
    clearInterval(release);
  });
});

describe('gateway when a service is down', () => {
  it("answers the service's operations with 503 and Retry-After, and still serves other services", async () => {
    const gateway = await startGatewayFixture({}, { PIPELINE_URL: 'http://127.0.0.1:1' });
    const key = gateway.verification.createKey(['admin']);
    const reply = await sendRequest(`${gateway.live}/v1/leads/1`, { key });
    expect([reply.status, reply.headers['retry-after']]).to.deep.equal([503, '2']);
    expect(reply.json).to.have.nested.property('error.code', 'SERVICE_UNAVAILABLE');
    expect((await sendRequest(`${gateway.live}/v1/units/1`, { key })).status).to.equal(200);
    await gateway.stop();
  });
});
