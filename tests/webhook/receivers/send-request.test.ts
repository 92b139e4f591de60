import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { OutcomeUnknown } from '@plotline/webhook/deliveries/model/attempt-errors';
import { expect } from 'chai';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { rejectionOf } from '../support/rejection-of.js';
import { createGuard, createSender } from '../support/sending.js';

const run = promisify(execFile);
const countLeftInSignal = join(import.meta.dirname, '..', 'support', 'count-left-in-signal.ts');

const timeoutMs = 400;
const sendRequest = createSender();
/** Address that never answers. */
const sendBriefly = createSender({ timeoutMs });

function createRequest(url: string) {
  return {
    workspaceId: 'ws_1',
    url,
    headers: { 'content-type': 'application/json', 'x-one': '1' },
    body: '{"name":"Zoë"}',
  };
}

describe('sendRequest', () => {
  let receiver: Receiver;
  let silent: Server;

  beforeEach(async () => {
    receiver = await startReceiver();
    silent = createServer();
  });
  afterEach(async () => {
    await receiver.stop();
    silent.close();
  });

  it('posts the body byte for byte with its headers and path', async () => {
    await sendRequest(createRequest(`${receiver.url}?a=1&b=%20`));
    const [seen] = receiver.received;
    expect(seen?.path).to.equal('/hook?a=1&b=%20');
    expect(seen?.body).to.equal('{"name":"Zoë"}');
    expect(seen?.headers).to.include({ 'content-type': 'application/json', 'x-one': '1', 'content-length': '15' });
  });

  for (const status of [200, 201, 204, 299]) {
    it(`succeeds with ${status}`, async () => {
      receiver.answer = (response) => void response.writeHead(status).end();
      const { attempt } = await sendRequest(createRequest(receiver.url));
      expect(attempt).to.include({ response_code: status, error: null });
    });
  }

  for (const status of [301, 307, 400, 404, 410, 429, 500, 503]) {
    it(`fails with ${status}`, async () => {
      receiver.answer = (response) => void response.writeHead(status, { location: receiver.url }).end();
      const { attempt, gone } = await sendRequest(createRequest(receiver.url));
      expect(attempt.response_code).to.equal(status);
      expect(attempt.error).to.include(String(status));
      expect(gone).to.equal(status === 410);
      expect(receiver.received).to.have.length(1);
    });
  }

  for (const [status, delayMs] of [
    [429, 120_000],
    [503, 120_000],
    [500, 0],
  ] as const) {
    it(`reads Retry-After in a ${status} as ${delayMs} ms`, async () => {
      receiver.answer = (response) => void response.writeHead(status, { 'retry-after': '120' }).end();
      expect((await sendRequest(createRequest(receiver.url))).retryAfterMs).to.equal(delayMs);
    });
  }

  it('fails if no response comes in time', async () => {
    receiver.answer = () => undefined;
    const { attempt } = await sendBriefly(createRequest(receiver.url));
    expect(attempt.response_code).to.equal(null);
    expect(attempt.error).to.equal('No complete answer within 0.4 seconds.');
    expect(attempt.duration_ms).to.be.at.least(timeoutMs - 5);
  });

  it('fails when the body hangs after a 200', async () => {
    receiver.answer = (response) => void response.writeHead(200).write('begun');
    const { attempt } = await sendBriefly(createRequest(receiver.url));
    expect(attempt).to.include({ response_code: null, error: 'No complete answer within 0.4 seconds.' });
  });

  it('fails when the connection is accepted and no response follows', async () => {
    const port = await listenAnywhere(silent);
    expect((await sendBriefly(createRequest(`http://127.0.0.1:${port}/`))).attempt.error).to.include(
      'No complete answer',
    );
  });

  it('fails when the TLS handshake hangs', async () => {
    const port = await listenAnywhere(silent);
    expect((await sendBriefly(createRequest(`https://127.0.0.1:${port}/`))).attempt.error).to.include(
      'No complete answer',
    );
  });

  it('fails when nothing listens', async () => {
    const port = await listenAnywhere(silent);
    await new Promise((resolve) => silent.close(resolve));
    const { attempt } = await sendRequest(createRequest(`http://127.0.0.1:${port}/`));
    expect(attempt).to.include({ response_code: null, error: 'The connection failed (ECONNREFUSED).' });
  });

  it('fails when the response is not HTTP', async () => {
    silent.on('connection', (socket) => socket.end('220 mail.example ESMTP\r\n'));
    const port = await listenAnywhere(silent);
    const { attempt } = await sendRequest(createRequest(`http://127.0.0.1:${port}/`));
    expect(attempt.response_code).to.equal(null);
    expect(attempt.error).to.be.a('string');
  });

  it('reads at most 64 KiB of an endless body and keeps 4 KiB', async () => {
    receiver.answer = (response) => {
      const timer = setInterval(() => {
        for (let count = 0; count < 16 && !response.destroyed; count += 1) response.write('x'.repeat(8_192));
      }, 1);
      response.on('close', () => clearInterval(timer));
    };
    const { attempt } = await sendRequest(createRequest(receiver.url));
    expect(attempt.error).to.equal(null);
    expect(attempt.response_body).to.equal('x'.repeat(4_096));
  });

  it('refuses a private literal before it connects', async () => {
    const strict = createSender({ guard: createGuard() });
    const { attempt } = await strict(createRequest(receiver.url));
    expect(attempt).to.include({ response_code: null, error: 'The address is private or reserved.' });
    expect(receiver.received).to.have.length(0);
  });

  it('refuses a name that resolves to a private address before it connects', async () => {
    const strict = createSender({ guard: createGuard() });
    const { attempt } = await strict(createRequest(receiver.url.replace('127.0.0.1', 'localhost')));
    expect(attempt.error).to.equal('The address is private or reserved.');
    expect(receiver.received).to.have.length(0);
  });

  it('connects to the address that the guard resolved', async () => {
    const guard = createGuard({ allowPrivate: true }, async () => [{ address: '127.0.0.1', family: 4 }]);
    const { attempt } = await createSender({ guard })(
      createRequest(receiver.url.replace('127.0.0.1', 'receiver.example')),
    );
    expect(attempt.error).to.equal(null);
    expect(receiver.received[0]?.headers.host).to.match(/^receiver\.example:/);
  });

  it('includes the DNS look-up in the timeout', async () => {
    const guard = createGuard({ allowPrivate: true }, () => new Promise(() => undefined));
    const { attempt } = await createSender({ guard, timeoutMs })(createRequest('http://slow.example/'));
    expect(attempt.error).to.include('No complete answer');
  });

  it('rejects when its signal aborts', async () => {
    receiver.answer = () => undefined;
    expect(await rejectionOf(sendRequest(createRequest(receiver.url), AbortSignal.timeout(50)))).to.be.instanceOf(
      Error,
    );
  });

  it('leaves no listeners on a signal that outlives the request', async () => {
    const { stdout } = await run(process.execPath, ['--import', 'tsx', countLeftInSignal]);
    expect(stdout).to.match(/^-?\d+\n$/);
    expect(Number(stdout)).to.be.below(25);
  });

  describe('while this process is frozen', () => {
    /** Receiver in its own thread, which answers after 20 ms. */
    const answering = `
      const { parentPort } = require('node:worker_threads');
      const server = require('node:http').createServer((request, response) => {
        parentPort.postMessage('asked');
        setTimeout(() => response.end('done'), 20);
      });
      server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
    const brief = { timeoutMs: 100, maxLateMs: 1_000 };
    let thread: Worker;
    let url: string;

    beforeEach(async () => {
      thread = new Worker(answering, { eval: true });
      const [port] = await once(thread, 'message');
      url = `http://127.0.0.1:${port}/`;
    });
    afterEach(() => thread.terminate());

    /** Sends a request. Freezes this process for some time once the receiver has the request. */
    async function sendAndStandStill(milliseconds: number, options: Parameters<typeof createSender>[0]) {
      const sent = createSender(options)(createRequest(url)).catch((error: unknown) => error);
      await once(thread, 'message');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
      return sent;
    }

    it('accepts a response that arrived in time, even if it is read too late', async () => {
      const outcome = await sendAndStandStill(150, brief);
      expect(outcome).to.have.property('attempt').that.includes({ response_code: 200, error: null });
    });

    it("has no outcome if the freeze was too long to know the receiver's response", async () => {
      expect(await sendAndStandStill(150, { ...brief, maxLateMs: 10 })).to.be.instanceOf(OutcomeUnknown);
    });
  });

  it('measures the duration from the reported start', async () => {
    const begun = Date.now();
    const resolve = async () => {
      await new Promise((done) => setTimeout(done, 50));
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const { attempt, endedAt } = await createSender({ guard: createGuard({ allowPrivate: true }, resolve) })(
      createRequest(receiver.url.replace('127.0.0.1', 'receiver.test')),
    );
    expect(attempt.timestamp.getTime()).to.be.closeTo(begun, 25);
    expect(attempt.timestamp.getTime() + attempt.duration_ms).to.be.closeTo(endedAt.getTime(), 5);
  });
});
