import { createServer, type Server } from 'node:net';
import { createAddressGuard } from '@plotline/webhook/delivery/address-guard';
import { createSender } from '@plotline/webhook/delivery/send-attempt';
import { expect } from 'chai';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { rejectionOf } from '../rejection-of.js';

const clock = () => new Date();
const withinMs = 400;
const send = createSender({ guard: createAddressGuard(true), clock, withinMs });

function request(url: string) {
  return { url, headers: { 'content-type': 'application/json', 'x-one': '1' }, body: '{"name":"Zoë"}' };
}

describe('one attempt', () => {
  let receiver: Receiver;
  let silent: Server;

  beforeEach(async () => {
    receiver = await startReceiver();
    silent = createServer();
  });
  afterEach(async () => {
    await receiver.close();
    silent.close();
  });

  it('posts the body byte for byte with its headers and path', async () => {
    await send(request(`${receiver.url}?a=1&b=%20`));
    const [seen] = receiver.received;
    expect(seen?.path).to.equal('/hook?a=1&b=%20');
    expect(seen?.body).to.equal('{"name":"Zoë"}');
    expect(seen?.headers).to.include({ 'content-type': 'application/json', 'x-one': '1', 'content-length': '15' });
  });

  for (const status of [200, 201, 204, 299]) {
    it(`succeeds with ${status}`, async () => {
      receiver.answer = (response) => void response.writeHead(status).end();
      const { attempt } = await send(request(receiver.url));
      expect(attempt).to.include({ response_code: status, error: null });
    });
  }

  for (const status of [301, 307, 400, 404, 410, 429, 500, 503]) {
    it(`fails with ${status}`, async () => {
      receiver.answer = (response) => void response.writeHead(status, { location: receiver.url }).end();
      const { attempt, gone } = await send(request(receiver.url));
      expect(attempt.response_code).to.equal(status);
      expect(attempt.error).to.include(String(status));
      expect(gone).to.equal(status === 410);
      expect(receiver.received).to.have.length(1);
    });
  }

  for (const [status, wait] of [
    [429, 120_000],
    [503, 120_000],
    [500, 0],
  ] as const) {
    it(`takes a Retry-After of ${status} as ${wait} ms`, async () => {
      receiver.answer = (response) => void response.writeHead(status, { 'retry-after': '120' }).end();
      expect((await send(request(receiver.url))).askedWait).to.equal(wait);
    });
  }

  it('fails when no answer comes in time', async () => {
    receiver.answer = () => undefined;
    const { attempt } = await send(request(receiver.url));
    expect(attempt.response_code).to.equal(null);
    expect(attempt.error).to.equal('No complete answer within 0.4 seconds.');
    expect(attempt.duration_ms).to.be.at.least(withinMs - 5);
  });

  it('fails when the body hangs after a 200', async () => {
    receiver.answer = (response) => void response.writeHead(200).write('begun');
    const { attempt } = await send(request(receiver.url));
    expect(attempt).to.include({ response_code: null, error: 'No complete answer within 0.4 seconds.' });
  });

  it('fails when the connection is taken and nothing follows', async () => {
    const port = await listenAnywhere(silent);
    expect((await send(request(`http://127.0.0.1:${port}/`))).attempt.error).to.include('No complete answer');
  });

  it('fails when the TLS handshake hangs', async () => {
    const port = await listenAnywhere(silent);
    expect((await send(request(`https://127.0.0.1:${port}/`))).attempt.error).to.include('No complete answer');
  });

  it('fails when nobody listens', async () => {
    const port = await listenAnywhere(silent);
    await new Promise((resolve) => silent.close(resolve));
    const { attempt } = await send(request(`http://127.0.0.1:${port}/`));
    expect(attempt).to.include({ response_code: null, error: 'The connection failed (ECONNREFUSED).' });
  });

  it('fails when the receiver hangs up or speaks something else', async () => {
    silent.on('connection', (socket) => socket.end('220 mail.example ESMTP\r\n'));
    const port = await listenAnywhere(silent);
    const { attempt } = await send(request(`http://127.0.0.1:${port}/`));
    expect(attempt.response_code).to.equal(null);
    expect(attempt.error).to.be.a('string');
  });

  it('reads at most 64 KiB of an endless answer and keeps 4 KiB', async () => {
    receiver.answer = (response) => {
      const timer = setInterval(() => {
        for (let count = 0; count < 16 && !response.destroyed; count += 1) response.write('x'.repeat(8_192));
      }, 1);
      response.on('close', () => clearInterval(timer));
    };
    const { attempt } = await send(request(receiver.url));
    expect(attempt.error).to.equal(null);
    expect(attempt.response_body).to.equal('x'.repeat(4_096));
  });

  it('refuses a private literal before it dials', async () => {
    const strict = createSender({ guard: createAddressGuard(false), clock });
    const { attempt } = await strict(request(receiver.url));
    expect(attempt).to.include({ response_code: null, error: 'The address is private or reserved.' });
    expect(receiver.received).to.have.length(0);
  });

  it('refuses a name that points to a private address before it dials', async () => {
    const strict = createSender({ guard: createAddressGuard(false), clock });
    const { attempt } = await strict(request(receiver.url.replace('127.0.0.1', 'localhost')));
    expect(attempt.error).to.equal('The address is private or reserved.');
    expect(receiver.received).to.have.length(0);
  });

  it('dials the address that was checked, whatever the name says elsewhere', async () => {
    const guard = createAddressGuard(true, async () => [{ address: '127.0.0.1', family: 4 }]);
    const { attempt } = await createSender({ guard, clock })(
      request(receiver.url.replace('127.0.0.1', 'receiver.example')),
    );
    expect(attempt.error).to.equal(null);
    expect(receiver.received[0]?.headers.host).to.match(/^receiver\.example:/);
  });

  it('counts the name servers against the time', async () => {
    const guard = createAddressGuard(true, () => new Promise(() => undefined));
    const { attempt } = await createSender({ guard, clock, withinMs })(request('http://slow.example/'));
    expect(attempt.error).to.include('No complete answer');
  });

  it('rejects, without an outcome, when it is given up from outside', async () => {
    receiver.answer = () => undefined;
    expect(await rejectionOf(send(request(receiver.url), AbortSignal.timeout(50)))).to.be.instanceOf(Error);
  });
});
