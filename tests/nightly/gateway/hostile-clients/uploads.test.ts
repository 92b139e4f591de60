import { expect } from 'chai';
import { expectHealthy, RawClient } from '../../../gateway/hostile-clients/raw-client.js';
import { type GatewayFixture, startGatewayFixture } from '../../../gateway/support/gateway-fixture.js';
import { openUpload, readAnswer, takeUploads, writeBytes } from '../../../gateway/support/uploads.js';
import { eventually } from '../../../support/eventually.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';

const mebibyte = 1_048_576;

async function startImpatientGateway(): Promise<GatewayFixture> {
  const fixture = await startGatewayFixture();
  const { gateway, context } = fixture;
  for (const server of [gateway.servers.api, gateway.servers.auth]) {
    Object.assign(server, { headersTimeout: 500, requestTimeout: 500 });
  }
  Object.assign(context.transfers.limits, { maxPauseMs: 1_500, minBytesPerSecond: 1_000, lookIntervalMs: 100 });
  return fixture;
}

describe('gateway uploads from hostile clients', () => {
  const gateway = useFixturePerTest(startImpatientGateway);
  const timers: NodeJS.Timeout[] = [];
  afterEach(() => {
    for (const timer of timers.splice(0)) clearInterval(timer);
  });
  const repeat = (work: () => void) => timers.push(setInterval(work, 100));
  const open = (framing: string, more = '') => {
    const key = gateway().verification.createKey(['write:leads']);
    const head = [
      'POST /v1/leads/import HTTP/1.1',
      'Host: x',
      'Content-Type: text/csv',
      `Authorization: Bearer ${key}`,
      framing,
    ];
    return new RawClient(gateway().live).write(`${head.join('\r\n')}\r\n\r\n${more}`);
  };
  const expectOver = async () => {
    await eventually(() => expect(gateway().context.transfers.uploads.inUse).to.equal(0));
    await expectHealthy(gateway());
  };

  it('can take longer than a request while bytes arrive', async () => {
    takeUploads(gateway());
    const outgoing = openUpload(gateway());
    const answer = readAnswer(outgoing);
    let sent = 0;
    await new Promise<void>((resolve) => {
      repeat(() => {
        outgoing.write(Buffer.alloc(10_000));
        sent += 1;
        if (sent === 30) resolve();
      });
    });
    for (const timer of timers.splice(0)) clearInterval(timer);
    outgoing.end();
    expect((await answer).status).to.equal(202);
    await expectOver();
  });

  it('end with 400 and a closed connection when the client stops sending or sends byte by byte', async () => {
    const received = takeUploads(gateway());
    const chunked = 'Transfer-Encoding: chunked';
    const withLength = 'Content-Length: 100000';
    const refused = `${chunked}\r\nContent-Encoding: br`;
    const stalling = [open(chunked, '3\r\na,b\r\n'), open(withLength, 'a,b')];
    const inChunks = [open(chunked), open(refused)];
    const bare = [open(withLength)];
    repeat(() => {
      for (const client of inChunks) client.write('1\r\na\r\n');
      for (const client of bare) client.write('a');
    });
    for (const client of [...stalling, ...inChunks, ...bare]) {
      expect(await client.readToClose()).to.deep.equal([400]);
    }
    await eventually(() => expect(received.map(({ outcome }) => outcome)).to.deep.equal(Array(4).fill('aborted')));
    await expectOver();
  });

  it('do not extend the time limit of a body that is not an upload', async () => {
    const key = gateway().verification.createKey(['admin']);
    const head = `POST /v1/leads HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Length: 1000\r\n\r\n`;
    const client = new RawClient(gateway().live).write(head);
    repeat(() => client.write('a'));
    expect(await client.readToClose()).to.deep.equal([400]);
  });

  it('get no second response for bytes after their declared length', async () => {
    const received = takeUploads(gateway());
    const second = 'GET /v1/leads/1 HTTP/1.1\r\nHost: x\r\n\r\n';
    const client = open('Content-Length: 3', `a,b${second}`);
    expect(await client.readToClose()).to.deep.equal([202]);
    expect(received.map(({ byteCount }) => byteCount)).to.deep.equal([3]);
  });

  const framings: [title: string, framing: string, body: string][] = [
    ['both lengths', 'Content-Length: 3\r\nTransfer-Encoding: chunked', '3\r\na,b\r\n0\r\n\r\n'],
    ['both lengths the other way round', 'Transfer-Encoding: chunked\r\nContent-Length: 3', '3\r\na,b\r\n0\r\n\r\n'],
    ['two lengths', 'Content-Length: 3\r\nContent-Length: 4', 'a,b'],
    ['two codings', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', '3\r\na,b\r\n0\r\n\r\n'],
    ['a length that is not a number', 'Content-Length: +3', 'a,b'],
    ['a coding that only resembles chunked', 'Transfer-Encoding: xchunked', '3\r\na,b\r\n0\r\n\r\n'],
  ];
  for (const [title, framing, body] of framings) {
    it(`are refused when they have ${title}`, async () => {
      const received = takeUploads(gateway());
      expect(await open(framing, body).readToClose()).to.deep.equal([400]);
      expect(received).to.deep.equal([]);
    });
  }

  for (const [title, body] of [
    ['a chunk of no size', '3\r\na,b\r\nzz\r\n'],
    ['a chunk that is longer than its size', '3\r\na,b,c,d\r\n0\r\n\r\n'],
  ] as const) {
    it(`are aborted at the service if they have ${title}`, async () => {
      const received = takeUploads(gateway());
      const client = open('Transfer-Encoding: chunked', body);
      await client.readToClose();
      for (const upload of received) await eventually(() => expect(upload.outcome).to.equal('aborted'));
      await expectOver();
    });
  }

  it('may have up to 300 MiB in total without being buffered, but less in a single upload', async () => {
    const received = takeUploads(gateway());
    const before = process.memoryUsage().rss;
    let peak = before;
    repeat(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    });
    for (let index = 0; index < 15; index += 1) {
      const outgoing = openUpload(gateway());
      const answer = readAnswer(outgoing);
      await writeBytes(outgoing, 20_000_000);
      outgoing.end();
      expect((await answer).status).to.equal(202);
    }
    const outgoing = openUpload(gateway());
    const answer = readAnswer(outgoing);
    await writeBytes(outgoing, 300 * mebibyte);
    expect((await answer).status).to.equal(413);
    expect(received.at(-1)?.byteCount).to.be.at.most(20_000_000);
    expect(peak - before).to.be.below(200 * mebibyte);
    await expectOver();
  });
});
