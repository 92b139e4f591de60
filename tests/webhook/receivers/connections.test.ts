import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createProxiedConnections } from '@plotline/kit/network/connections';
import { Busy } from '@plotline/webhook/deliveries/model/attempt-errors';
import { HostSlots } from '@plotline/webhook/receivers/work/host-slots';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { rejectionOf } from '../support/rejection-of.js';
import { createGuard, createSender } from '../support/sending.js';

function createRequest(url: string, workspaceId = 'ws_1') {
  return { workspaceId, url, headers: { 'content-type': 'application/json' }, body: '{}' };
}

/** Server that answers, counts its connections and closes each after `perConnection` answers. */
async function startCounting(perConnection = Number.POSITIVE_INFINITY) {
  const answers = new WeakMap<object, number>();
  let [connections, requests] = [0, 0];
  const server = createServer((request: IncomingMessage, response) => {
    requests += 1;
    const { socket } = request;
    const count = (answers.get(socket) ?? 0) + 1;
    answers.set(socket, count);
    // Simulates a receiver that closed the connection while the request was in transit.
    if (count > perConnection) socket.destroy();
    else response.end();
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listenAnywhere(server);
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port, count: () => ({ connections, requests }), stop };
}

describe('connections to receivers', () => {
  it('are kept open for the next request', async () => {
    const server = await startCounting();
    const send = createSender();
    for (let time = 0; time < 5; time += 1) {
      expect((await send(createRequest(`http://127.0.0.1:${server.port}/`))).attempt.error).to.equal(null);
    }
    // Waits, because a connection becomes free only a moment after its answer was read.
    expect(server.count().requests).to.equal(5);
    expect(server.count().connections).to.be.below(4);
    server.stop();
  });

  it('are replaced, and the request is sent again, if the receiver has just closed a kept connection', async () => {
    const server = await startCounting(1);
    const send = createSender();
    for (let time = 0; time < 3; time += 1) {
      expect((await send(createRequest(`http://127.0.0.1:${server.port}/`))).attempt.error).to.equal(null);
    }
    expect(server.count().connections).to.equal(3);
    server.stop();
  });

  it("are not used once the receiver's name is refused, even if they are open", async () => {
    const server = await startCounting();
    const answers = ['127.0.0.1', '10.1.2.3'];
    const guard = createGuard({ allowPrivate: true }, async () => [{ address: answers.shift() ?? '', family: 4 }]);
    const strict = createGuard({}, async () => [{ address: '10.1.2.3', family: 4 }]);
    const resolve = (url: URL) => (answers.length === 2 ? guard.resolve(url) : strict.resolve(url));
    const send = createSender({ guard: { resolve } });
    const url = `http://rebound.example:${server.port}/`;
    expect((await send(createRequest(url))).attempt.error).to.equal(null);
    expect((await send(createRequest(url))).attempt.error).to.equal('The address is private or reserved.');
    expect(server.count()).to.deep.equal({ connections: 1, requests: 1 });
    server.stop();
  });

  it("are replaced once the receiver's name has different addresses", async () => {
    const [first, second] = [await startCounting(), await startReceiver()];
    const addresses = ['127.0.0.1', '127.0.0.2'];
    const guard = createGuard({ allowPrivate: true }, async () => [{ address: addresses.shift() ?? '', family: 4 }]);
    const send = createSender({ guard });
    const url = `http://moved.example:${first.port}/`;
    expect((await send(createRequest(url))).attempt.error).to.equal(null);
    // Nothing listens at that address.
    expect((await send(createRequest(url))).attempt.error).to.equal('The connection failed (ECONNREFUSED).');
    expect(first.count().requests).to.equal(1);
    first.stop();
    await second.stop();
  });
});

describe('requests to one host', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
    receiver.answer = () => undefined;
  });
  afterEach(() => receiver.stop());

  it('are limited to 20 at a time across all URLs, names and workspaces', async () => {
    const guard = createGuard({ allowPrivate: true }, async () => [{ address: '127.0.0.1', family: 4 }]);
    const send = createSender({ guard });
    const { port } = new URL(receiver.url);
    const hosts = Array.from({ length: 30 }, (_, place) => `http://name${place}.example:${port}/`);
    const sending = hosts.map((url, place) => send(createRequest(url, `ws_${place}`)));
    await eventually(() => expect(receiver.received).to.have.length(20));
    receiver.answer = (response) => void response.end();
    // Each answer lets one more request begin.
    const [first] = receiver.received;
    expect(first).to.not.equal(undefined);
    const ended = await Promise.allSettled(sending);
    expect(ended.filter(({ status }) => status === 'rejected')).to.have.length(10);
    expect(receiver.received).to.have.length(20);
  });

  it('are not sent and have no outcome if they get no turn in time', async () => {
    const slots = new HostSlots({ limit: 1, maxWaitMs: 20 });
    const send = createSender({ hostSlots: slots });
    let end = () => {};
    receiver.answer = (response) => {
      end = () => void response.end();
    };
    const hanging = send(createRequest(receiver.url));
    await eventually(() => expect(receiver.received).to.have.length(1));
    expect(await rejectionOf(send(createRequest(receiver.url)))).to.be.instanceOf(Busy);
    end();
    await hanging;
    expect(receiver.received).to.have.length(1);
  });

  it("are limited to half of that for one workspace, so that other workspaces don't have to wait", async () => {
    const slots = new HostSlots({ limit: 20, maxWaitMs: 60_000 });
    const ends: (() => void)[] = [];
    const begun: string[] = [];
    const run = (workspaceId: string, keys: readonly string[]) =>
      slots.run(workspaceId, keys, () => {
        begun.push(workspaceId);
        return new Promise<void>((end) => ends.push(end));
      });
    // This host has a second address, which another host shares.
    const many = Array.from({ length: 15 }, () => run('ws_many', ['a', 'b']));
    expect(begun).to.have.length(10);
    const others = [run('ws_other', ['a']), run('ws_other', ['b'])];
    expect(begun.slice(10)).to.deep.equal(['ws_other', 'ws_other']);
    while (ends.length > 0) {
      for (const end of ends.splice(0)) end();
      await setImmediate();
    }
    await Promise.all([...many, ...others]);
    expect(begun.filter((workspaceId) => workspaceId === 'ws_many')).to.have.length(15);
  });

  it('take turns in order of arrival', async () => {
    const slots = new HostSlots({ limit: 1, maxWaitMs: 5_000 });
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((number) => slots.run('ws_1', ['a'], async () => void order.push(number))));
    expect(order).to.deep.equal([1, 2, 3]);
  });
});

describe('an egress proxy', () => {
  it('receives every connection by CONNECT, with a name that the proxy resolves', async () => {
    const receiver = await startReceiver();
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', (request, client) => {
      asked.push(request.url ?? '');
      const upstream = connect(Number(new URL(receiver.url).port), '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      client.on('error', () => upstream.destroy());
      upstream.on('error', () => client.destroy());
    });
    const port = await listenAnywhere(proxy);
    const connections = createProxiedConnections(`http://127.0.0.1:${port}`, 2_000);
    const send = createSender({ guard: createGuard({ isProxied: true }), connections });
    const { attempt } = await send(createRequest('http://receiver.example/hook'));
    expect(attempt).to.include({ response_code: 200, error: null });
    expect(asked).to.deep.equal(['receiver.example:80']);
    expect(receiver.received[0]?.headers.host).to.equal('receiver.example');
    const refused = await send(createRequest('http://10.0.0.1/'));
    expect(refused.attempt.error).to.equal('The address is private or reserved.');
    expect(asked).to.have.length(1);
    await connections.close();
    proxy.close();
    await receiver.stop();
  });
});
