import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { invalid, unavailable } from '@plotline/kit/core/errors';
import { requestBudgetMs, uploadBudgetMs } from '@plotline/kit/core/time';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { handlers, startThings } from './thing-server.js';
import { serveUploads } from './upload-server.js';

const maxBytes = 100_000;

describe('createServiceServer for an operation with x-upload', () => {
  const uploads = useFixturePerTest(serveUploads);

  it("passes the body and its type to the handler, and responds with the handler's result", async () => {
    let type = '';
    const { receive } = uploads();
    uploads().receive = (call) => {
      type = String(call.upload.contentType);
      return receive(call);
    };
    const reply = await uploads().send({ body: 'a,b\n', headers: { 'content-type': 'Text/CSV; charset="utf-16"' } });
    expect([reply.status, reply.text, type]).to.deep.equal([202, '"a,b\\n"', 'text/csv;charset=utf-16']);
  });

  const sizes: [size: number, status: number][] = [
    [maxBytes, 202],
    [maxBytes + 1, 413],
  ];
  for (const [size, status] of sizes) {
    for (const headers of [{}, { 'content-length': String(size) }]) {
      const how = 'content-length' in headers ? 'with a length' : 'in chunks';
      it(`answers ${status} to ${size} bytes, ${how}`, async () => {
        expect((await uploads().send({ body: Buffer.alloc(size, 'a'), headers })).status).to.equal(status);
      });
    }
    it(`answers ${status} to gzip that expands to ${size} bytes`, async () => {
      const body = gzipSync(Buffer.alloc(size, 'a'));
      const reply = await uploads().send({ body, headers: { 'content-encoding': 'gzip' } });
      expect(reply.status).to.equal(status);
    });
  }

  const whole = gzipSync('a,b\n'.repeat(1_000));
  const refused: [string, Buffer | undefined, Record<string, string>, RegExp][] = [
    ['a request without a body', undefined, {}, /no body/],
    [
      'a body of another type',
      Buffer.from('{}'),
      { 'content-type': 'application/json' },
      /text\/csv or application\/jsonl/,
    ],
    ['a body of no type that can be read', Buffer.from('a'), { 'content-type': 'csv' }, /Content-Type/],
    ['a body in another encoding', Buffer.from('a'), { 'content-encoding': 'br' }, /Content-Encoding/],
    ['a body that is not the gzip it says', Buffer.from('a,b'), { 'content-encoding': 'gzip' }, /gzip/],
    ['a body of half a gzip', whole.subarray(0, 30), { 'content-encoding': 'gzip' }, /gzip/],
  ];
  for (const [title, body, headers, message] of refused) {
    it(`refuses an upload: ${title}`, async () => {
      const { status, text } = await uploads().send({ ...(body && { body }), headers });
      expect([status, JSON.parse(text).code]).to.deep.equal([400, 'BAD_REQUEST']);
      expect(JSON.parse(text).message).to.match(message);
    });
  }

  it('accepts gzip with extra bytes after its end', async () => {
    const body = Buffer.concat([whole, Buffer.alloc(50_000, 'x')]);
    const { status } = await uploads().send({ body, headers: { 'content-encoding': 'gzip' } });
    expect(status).to.be.oneOf([202, 400]);
  });

  it('checks the query before the body', async () => {
    let isReceived = false;
    uploads().receive = async () => {
      isReceived = true;
      throw new Error('not reached');
    };
    expect((await uploads().send({ path: '/v1/imports?mode=odd', body: 'a' })).status).to.equal(422);
    expect(isReceived).to.equal(false);
  });

  it('sends an error before the body has arrived', async () => {
    uploads().receive = async () => {
      throw invalid({ field: 'mapping', message: 'is no mapping' });
    };
    expect((await uploads().send({ body: Buffer.alloc(maxBytes) })).status).to.equal(422);
  });

  it('fails the stream of an interrupted body, and does not handle the body', async () => {
    const outcomes: string[] = [];
    const { receive } = uploads();
    uploads().receive = (call) =>
      receive(call).catch((error: Error) => {
        outcomes.push(error.message);
        throw error;
      });
    uploads().answer = async () => {
      throw new Error('handled');
    };
    await uploads()
      .send({ body: 'a,b\n', isCut: true })
      .catch(() => undefined);
    await eventually(() => expect(outcomes).to.deep.equal(['The body is shorter than its Content-Length.']));
  });

  for (const encoding of ['identity', 'gzip']) {
    it(`fails the stream of a body (${encoding}) that is interrupted before the handler reads it`, async () => {
      const outcomes: string[] = [];
      const { receive } = uploads();
      uploads().receive = async (call) => {
        outgoing.destroy();
        await sleep(100);
        return receive(call).catch((error: Error) => {
          outcomes.push(error.message);
          throw error;
        });
      };
      const outgoing = uploads().open({ headers: { 'content-encoding': encoding } });
      outgoing.write(whole.subarray(0, 30));
      await eventually(() => expect(outcomes).to.deep.equal(['The body is shorter than its Content-Length.']));
    });
  }

  it('does not handle a body that breaks off after the part that the handler reads', async () => {
    let isDiscarded = false;
    let isHandled = false;
    uploads().receive = async () => ({
      body: null,
      identity: '',
      discard: async () => {
        isDiscarded = true;
      },
    });
    uploads().answer = async () => {
      isHandled = true;
      return { status: 202, body: null };
    };
    await uploads()
      .send({ body: 'a,b\n', isCut: true })
      .catch(() => undefined);
    await eventually(() => expect(isDiscarded).to.equal(true));
    expect(isHandled).to.equal(false);
  });

  it("starts the handler's request timeout when the body has arrived", async () => {
    let deadline = 0;
    uploads().answer = async (body, caller) => {
      deadline = caller.deadline;
      return { status: 202, body };
    };
    const before = Date.now();
    await uploads().send({ body: 'a', budgetMs: uploadBudgetMs });
    expect(deadline).to.be.at.least(before + requestBudgetMs);
    expect(deadline).to.be.at.most(Date.now() + requestBudgetMs);
  });

  it('replays the response for the same body with the same Idempotency-Key, and refuses a different body', async () => {
    const headers = { 'idempotency-key': 'k' };
    expect((await uploads().send({ body: 'a', headers })).status).to.equal(202);
    const replay = await uploads().send({ body: 'a', headers });
    expect([replay.status, replay.headers['idempotency-replayed']]).to.deep.equal([202, 'true']);
    expect(uploads().discarded).to.have.length(1);
    const other = await uploads().send({ body: 'b', headers });
    expect([other.status, JSON.parse(other.text).reason]).to.deep.equal([422, 'idempotency_key_reused']);
    expect(uploads().discarded).to.have.length(2);
  });

  it('discards the file of a refused request, but keeps it if an outage hides the outcome', async () => {
    uploads().answer = async () => {
      throw unavailable('The database did not answer.');
    };
    expect((await uploads().send({ body: 'a' })).status).to.equal(503);
    expect(uploads().discarded).to.deep.equal([]);
    uploads().answer = async () => {
      throw invalid({ field: 'mode', message: 'is odd' });
    };
    expect((await uploads().send({ body: 'a' })).status).to.equal(422);
    expect(uploads().discarded).to.have.length(1);
  });

  it('refuses to start when the operation takes an upload but its handler does not, or the reverse', () => {
    const receiving = { receive: async () => expect.fail(), handle: async () => expect.fail() };
    expect(() => startThings({ ...handlers, createThing: receiving })).to.throw(/x-upload/);
  });
});
