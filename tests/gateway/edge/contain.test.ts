import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixture } from '../../support/use-fixture.js';
import { type GatewayFixture, startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';
import { answerJson } from '../support/stub-service.js';

/** Methods that the gateway calls in listeners: methods of a response, and the methods for its log line and metrics. */
const responseMethods = ['setHeader', 'writeHead', 'write', 'end', 'on', 'once'] as const;

/** Makes the nth call to any of those methods throw while one request is served. */
class FaultInjection {
  #remaining = Number.POSITIVE_INFINITY;

  arm(nth: number): void {
    this.#remaining = nth;
  }

  /** Removes the fault. Returns whether it has happened. */
  disarm(): boolean {
    const hasHappened = this.#remaining <= 0;
    this.#remaining = Number.POSITIVE_INFINITY;
    return hasHappened;
  }

  readonly count = (): void => {
    this.#remaining -= 1;
    if (this.#remaining === 0) throw new Error('injected');
  };

  readonly intoResponse = (_request: IncomingMessage, response: ServerResponse): void => {
    for (const name of responseMethods) {
      const original: (...args: never[]) => unknown = response[name];
      Object.defineProperty(response, name, {
        configurable: true,
        writable: true,
        value: (...args: never[]) => {
          this.count();
          return Reflect.apply(original, response, args);
        },
      });
    }
  };
}

const faults = new FaultInjection();

async function startFaultyGateway(): Promise<GatewayFixture> {
  const gateway = await startGatewayFixture();
  const { api, auth } = gateway.gateway.servers;
  for (const server of [api, auth]) server.prependListener('request', faults.intoResponse);
  const { metrics } = gateway.context;
  const observe = metrics.observe.bind(metrics);
  Object.assign(metrics, {
    observe: (...args: Parameters<typeof observe>) => {
      faults.count();
      observe(...args);
    },
  });
  return gateway;
}

describe('gateway listeners and timers', () => {
  const gateway = useFixture(startFaultyGateway);
  let key: string;
  before(() => {
    key = gateway().verification.createKey(['admin']);
    // If the code that ends a transfer fails, the transfer ends at its deadline.
    Object.assign(gateway().context.transfers.limits, { maxUploadMs: 2_000, maxAnswerMs: 500, maxDownloadMs: 2_000 });
  });

  const large = 'x'.repeat(300_000);
  const post = (url: string, body: string, headers: Record<string, string> = {}) =>
    sendRequest(url, { key, method: 'POST', body, headers });
  const disconnect = async (url: string, method: string, headers: Record<string, string>) => {
    const outgoing = request(url, { method, agent: false, headers: { authorization: `Bearer ${key}`, ...headers } });
    outgoing.on('error', () => undefined).flushHeaders();
    setTimeout(() => outgoing.destroy(), 50);
    await new Promise((resolve) => outgoing.once('close', resolve));
  };
  const answerInParts = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (let part = 0; part < 3; part += 1) response.write(large);
    response.end();
  };

  const scenarios: Record<string, (gateway: GatewayFixture) => Promise<unknown>> = {
    'a read': ({ live }) => sendRequest(`${live}/v1/leads/1`, { key }),
    'a write': ({ live }) => post(`${live}/v1/leads`, '{}'),
    'a write in chunks': ({ live }) => post(`${live}/v1/leads`, large, { 'transfer-encoding': 'chunked' }),
    'a body that is too large': ({ live }) => post(`${live}/v1/leads`, large.repeat(4)),
    'a body that never comes': ({ live }) => disconnect(`${live}/v1/leads`, 'POST', { 'content-length': '5' }),
    'a stranger': ({ live }) => sendRequest(`${live}/v1/leads`),
    'a stranger with a body': ({ live }) => sendRequest(`${live}/v1/leads`, { method: 'POST', body: large }),
    'the document': ({ live }) => sendRequest(`${live}/openapi.json`),
    'the limits': ({ live }) => sendRequest(`${live}/v1/rate-limit`, { key }),
    'a large answer': ({ live, stub }) => {
      stub.answer = answerInParts;
      return sendRequest(`${live}/v1/leads/1`, { key });
    },
    'an answer that breaks off': ({ live, stub }) => {
      stub.answer = (_request, response) => response.writeHead(200).write('x', () => response.destroy());
      return sendRequest(`${live}/v1/leads/1`, { key });
    },
    'a service that does not answer': ({ live, stub }) => {
      stub.answer = () => undefined;
      return sendRequest(`${live}/v1/leads/1`, { key });
    },
    'a client that leaves': ({ live, stub }) => {
      stub.answer = () => undefined;
      return disconnect(`${live}/v1/leads/1`, 'GET', {});
    },
    'a form': ({ auth }) => post(`${auth}/oauth/token`, 'a=b'),
    'a large page': ({ auth, stub }) => {
      stub.answer = answerInParts;
      return sendRequest(`${auth}/auth/login`);
    },
    'a page that breaks off': ({ auth, stub }) => {
      stub.answer = (_request, response) => response.writeHead(200).write('x', () => response.destroy());
      return sendRequest(`${auth}/auth/login`);
    },
    'an authorization server that does not answer': ({ auth, stub }) => {
      stub.answer = () => undefined;
      return post(`${auth}/oauth/token`, 'a=b');
    },
    'an upload': ({ live }) => {
      const headers = { 'content-type': 'text/csv', 'transfer-encoding': 'chunked' };
      return post(`${live}/v1/leads/import`, large, headers);
    },
    'an upload that is too large': ({ live }) => {
      const headers = { 'content-type': 'text/csv', 'content-length': '30000000' };
      return post(`${live}/v1/leads/import`, '', headers);
    },
    'an upload that the service refuses before its end': ({ live, stub }) => {
      stub.answerEarly = answerJson(422, '{"code":"X"}');
      return post(`${live}/v1/leads/import`, large, { 'content-type': 'text/csv' });
    },
    'an upload whose client leaves': ({ live }) =>
      disconnect(`${live}/v1/leads/import`, 'POST', { 'content-type': 'text/csv', 'content-length': '1000' }),
    'a file in parts': ({ auth, stub }) => {
      stub.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/csv' });
        for (let part = 0; part < 3; part += 1) response.write(large);
        response.end();
      };
      return sendRequest(`${auth}/downloads/token_1`);
    },
    'an inner path': ({ auth }) => sendRequest(`${auth}/metrics`),
  };

  for (const [name, run] of Object.entries(scenarios)) {
    it(`fail only their own request when they throw: ${name}`, async () => {
      let nth = 1;
      for (; ; nth += 1) {
        gateway().stub.reset();
        faults.arm(nth);
        await gateway().withBudget(400, () => run(gateway()).catch(() => undefined));
        // Listeners for `close` run after the client has received its answer.
        const { bodies, transfers } = gateway().context;
        await eventually(() =>
          expect([bodies.inUse, transfers.uploads.inUse, transfers.publicDownloads.inUse]).to.deep.equal([0, 0, 0]),
        );
        const hasHappened = faults.disarm();
        gateway().stub.answerEarly = null;
        gateway().stub.answer = answerJson(200, '{}');
        expect((await sendRequest(`${gateway().live}/v1/leads/1`, { key })).status).to.equal(200);
        if (!hasHappened) break;
        expect(nth).to.be.lessThan(100);
      }
      expect(nth, 'a fault has happened').to.be.above(1);
    });
  }
});
