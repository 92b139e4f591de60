import { createHash } from 'node:crypto';
import { uploadBudgetMs } from '@plotline/kit/core/time';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';
import { openUpload, readAnswer, takeUploads, writeBytes } from '../support/uploads.js';

const maxBytes = 20_000_000;

describe('gateway uploads', () => {
  let credentialsAgeMs = 0;
  const gateway = useFixturePerTest(() =>
    startGatewayFixture({ credentialsNow: () => performance.now() + credentialsAgeMs }),
  );
  const expectNothingHeld = () => eventually(() => expect(gateway().context.transfers.uploads.inUse).to.equal(0));

  for (const headers of [{}, { 'content-length': '5000000' }]) {
    it(`are forwarded unchanged, ${'content-length' in headers ? 'with a length' : 'in chunks'}`, async () => {
      const received = takeUploads(gateway());
      const bytes = Buffer.from(Array.from({ length: 5_000_000 }, (_, index) => index % 251));
      const outgoing = openUpload(gateway(), { headers });
      const answer = readAnswer(outgoing);
      outgoing.end(bytes);
      expect((await answer).status).to.equal(202);
      expect((await answer).headers).to.include({ 'retry-after': '1', connection: 'close' });
      expect((await answer).json).to.deep.equal({ success: true, data: { id: 'imp_1' } });
      expect(received[0]?.hash.digest('hex')).to.equal(createHash('sha256').update(bytes).digest('hex'));
      expect(received[0]?.headers['transfer-encoding'], 'framing of its own').to.equal('chunked');
      await expectNothingHeld();
    });
  }

  it('are read no faster than the service reads them', async () => {
    gateway().stub.answerEarly = (incoming) => incoming.pause();
    const outgoing = openUpload(gateway());
    let written = 0;
    const count = async () => {
      while (written < maxBytes && outgoing.write(Buffer.alloc(65_536))) written += 65_536;
    };
    outgoing.on('drain', count);
    await count();
    let before = -1;
    await eventually(() => {
      const last = before;
      before = written;
      expect(written).to.equal(last);
    });
    expect(written).to.be.below(maxBytes);
    outgoing.destroy();
  });

  it('are forwarded in fewer chunks when they arrive byte by byte', async () => {
    const received = takeUploads(gateway());
    const outgoing = openUpload(gateway());
    const answer = readAnswer(outgoing);
    outgoing.flushHeaders();
    outgoing.socket?.cork();
    for (let index = 0; index < 20_000; index += 1) outgoing.write('a');
    outgoing.socket?.uncork();
    outgoing.end();
    expect((await answer).status).to.equal(202);
    expect(received[0]?.byteCount).to.equal(20_000);
  });

  it('give the service a deadline that includes time for the body', async () => {
    const received = takeUploads(gateway());
    const outgoing = openUpload(gateway());
    const answer = readAnswer(outgoing);
    outgoing.end('a');
    await answer;
    const [, claims = ''] = String(received[0]?.headers['x-plotline-caller']).split('.');
    const { timeLeftMs } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
    expect(timeLeftMs).to.be.above(uploadBudgetMs);
  });

  const refused: [string, Record<string, string>, string | undefined, number, RegExp][] = [
    ['of another type', { 'content-type': 'application/json' }, '{}', 400, /text\/csv or multipart\/form-data/],
    ['in an unknown encoding', { 'content-encoding': 'br' }, 'a', 400, /gzip/],
    ['without a body', {}, undefined, 400, /no body/],
    ['that say that they are too large', { 'content-length': String(maxBytes + 1) }, 'a', 413, /20000000/],
  ];
  for (const [title, headers, body, status, message] of refused) {
    it(`are refused before the service is called: ${title}`, async () => {
      const received = takeUploads(gateway());
      const outgoing = openUpload(gateway(), { headers });
      const answer = readAnswer(outgoing);
      if (body === undefined) outgoing.end();
      else outgoing.write(body);
      expect((await answer).status).to.equal(status);
      expect((await answer).json.error.message).to.match(message);
      expect(received).to.deep.equal([]);
      outgoing.destroy();
      await expectNothingHeld();
    });
  }

  it('are refused before the body is read if a required scope is missing', async () => {
    const received = takeUploads(gateway());
    const outgoing = openUpload(gateway(), { key: gateway().verification.createKey(['read:leads']) });
    const answer = readAnswer(outgoing);
    outgoing.write('a');
    expect((await answer).status).to.equal(403);
    expect(received).to.deep.equal([]);
    outgoing.destroy();
  });

  it('end with 413 once their chunks exceed the limit, and remain incomplete at the service', async () => {
    const received = takeUploads(gateway());
    const outgoing = openUpload(gateway());
    const answer = readAnswer(outgoing);
    await writeBytes(outgoing, maxBytes + 1);
    expect((await answer).status).to.equal(413);
    await eventually(() => expect(received[0]?.outcome).to.equal('aborted'));
    await expectNothingHeld();
  });

  it('end with 401 if the credential is revoked meanwhile, and remain incomplete at the service', async () => {
    const received = takeUploads(gateway());
    const key = gateway().verification.createKey(['write:leads']);
    const outgoing = openUpload(gateway(), { key });
    const answer = readAnswer(outgoing);
    outgoing.write('a,b\n');
    await eventually(() => expect(received[0]?.byteCount).to.equal(4));
    gateway().verification.revoke(key);
    credentialsAgeMs += 2_000;
    outgoing.end();
    expect((await answer).status).to.equal(401);
    await eventually(() => expect(received[0]?.outcome).to.equal('aborted'));
  });

  it("get the service's complete early response, while the rest of the body is discarded", async () => {
    gateway().stub.answerEarly = (incoming, response) => {
      incoming.once('data', () => {
        const body = JSON.stringify({ code: 'VALIDATION_ERROR', message: 'No such column.' });
        response.writeHead(422, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
      });
    };
    const outgoing = openUpload(gateway());
    const answer = readAnswer(outgoing);
    await writeBytes(outgoing, 6_000_000);
    outgoing.end();
    expect((await answer).status).to.equal(422);
    expect((await answer).json).to.have.nested.property('error.message', 'No such column.');
    await expectNothingHeld();
  });

  it('get 503 if the service dies meanwhile, and are never repeated, even with an Idempotency-Key', async () => {
    let requestCount = 0;
    gateway().stub.answerEarly = (incoming) => {
      requestCount += 1;
      incoming.once('data', () => incoming.socket.destroy());
    };
    const outgoing = openUpload(gateway(), { headers: { 'idempotency-key': 'k' } });
    const answer = readAnswer(outgoing);
    await writeBytes(outgoing, 6_000_000);
    outgoing.end();
    expect((await answer).status).to.equal(503);
    expect((await answer).headers).to.include.keys('retry-after');
    expect(requestCount).to.equal(1);
    await expectNothingHeld();
  });

  for (const headers of [{}, { 'content-length': '1000000' }]) {
    const how = 'content-length' in headers ? 'with a length' : 'in chunks';
    it(`are aborted at the service when the client disconnects, ${how}`, async () => {
      const received = takeUploads(gateway());
      const outgoing = openUpload(gateway(), { headers });
      outgoing.write(Buffer.alloc(100_000));
      await eventually(() => expect(received[0]?.byteCount).to.equal(100_000));
      outgoing.destroy();
      await eventually(() => expect(received[0]?.outcome).to.equal('aborted'));
      await expectNothingHeld();
    });
  }

  it('are limited per workspace, while other workspaces and requests continue', async () => {
    const received = takeUploads(gateway());
    const uploads = Array.from({ length: 50 }, () => openUpload(gateway()));
    const answers = uploads.map((outgoing) => readAnswer(outgoing).catch(() => undefined));
    const refusals: number[] = [];
    for (const answer of answers) void answer.then((one) => one && one.status !== 202 && refusals.push(one.status));
    for (const outgoing of uploads) outgoing.write('a');
    await eventually(() => expect(refusals).to.deep.equal(Array(46).fill(429)));
    expect(received).to.have.length(4);
    const other = openUpload(gateway(), { workspaceId: 'ws_2' });
    const otherAnswer = readAnswer(other);
    other.end('a');
    expect((await otherAnswer).status).to.equal(202);
    gateway().stub.answerEarly = null;
    const key = gateway().verification.createKey(['read:leads']);
    expect((await sendRequest(`${gateway().live}/v1/leads/1`, { key })).status).to.equal(200);
    for (const outgoing of uploads) outgoing.destroy();
    await expectNothingHeld();
  });

  it('are limited in total, and answered with 503 above the limit', async () => {
    takeUploads(gateway());
    const uploads = Array.from({ length: 32 }, (_, index) =>
      openUpload(gateway(), { workspaceId: `ws_${Math.floor(index / 4)}` }),
    );
    for (const outgoing of uploads) outgoing.write('a');
    await eventually(() => expect(gateway().context.transfers.uploads.inUse).to.equal(32));
    const more = openUpload(gateway(), { workspaceId: 'ws_more' });
    const answer = readAnswer(more);
    more.write('a');
    expect((await answer).status).to.equal(503);
    expect((await answer).headers).to.include({ 'retry-after': '5' });
    for (const outgoing of [...uploads, more]) outgoing.destroy();
    await expectNothingHeld();
  });
});
