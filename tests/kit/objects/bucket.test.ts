import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer } from 'node:net';
import { createBucket } from '@plotline/kit/objects/bucket';
import { expect } from 'chai';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { refusalOf } from '../../support/refusal-of.js';
import { startBucket } from '../../support/start-bucket.js';
import { useFixture } from '../../support/use-fixture.js';

const key = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };

/** Answers the requests of a bucket in place of a store, during `work`. */
async function withServer(answer: RequestListener, work: (endpoint: string) => Promise<void>): Promise<void> {
  const server = createHttpServer(answer);
  const port = await listenAnywhere(server);
  try {
    await work(`http://127.0.0.1:${port}/files`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

async function* inPieces(content: Buffer, size = content.length): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size);
}

describe('a bucket', () => {
  const fixture = useFixture(startBucket);

  it('lists the objects whose keys begin with a prefix, with the time when they were stored', async () => {
    const bucket = createBucket(fixture().access);
    for (const name of ['one', 'two']) await bucket.put(`lists/${name}`, inPieces(Buffer.from(name)));
    await bucket.put('other/three', inPieces(Buffer.from('three')));
    const listed = await collect(bucket.list('lists/'));
    expect(listed.map(({ key: found }) => found)).to.deep.equal(['lists/one', 'lists/two']);
    for (const { storedAt } of listed) expect(Math.abs(storedAt.getTime() - Date.now())).to.be.lessThan(60_000);
  });

  it('reports that it is unavailable when it does not exist', async () => {
    const { access } = fixture();
    const bucket = createBucket({ ...access, endpoint: access.endpoint.replace(/files$/, 'missing') });
    expect((await refusalOf(() => collect(bucket.list('')))).code).to.equal('SERVICE_UNAVAILABLE');
  });

  it('reports that it is unavailable, without request data, when the store refuses', async () => {
    const bucket = createBucket({ ...fixture().access, accessKeyId: 'unknown' });
    const refusal = await refusalOf(() => bucket.put('one', inPieces(Buffer.from('content'))));
    expect(refusal).to.include({ code: 'SERVICE_UNAVAILABLE', message: 'The file store refused access.' });
    expect(String(refusal.cause)).to.equal('Error: S3: 403');
  });

  it('retries when the store refuses a request temporarily', async () => {
    let count = 0;
    const answerBusy: RequestListener = (_request, response) => {
      count += 1;
      response.writeHead(count === 1 ? 503 : 200, { 'content-length': 7 }).end();
    };
    await withServer(answerBusy, async (endpoint) => {
      expect(await createBucket({ ...key, endpoint }).size('one')).to.equal(7);
      expect(count).to.equal(2);
    });
  });

  it('sends large content in parts of equal size except the last one, regardless of the chunks that it gets', async () => {
    const sizes: number[] = [];
    const answerParts: RequestListener = async (request, response) => {
      const body = Buffer.concat(await collect<Buffer>(request));
      if (request.method === 'PUT') sizes.push(body.length);
      const begun = '<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>';
      const done = '<CompleteMultipartUploadResult><ETag>all</ETag></CompleteMultipartUploadResult>';
      response.writeHead(200, { etag: '"part"', 'content-type': 'application/xml' });
      response.end(request.method === 'PUT' ? '' : request.url?.includes('uploadId') ? done : begun);
    };
    const mebibyte = 1_048_576;
    const content = Buffer.alloc(20 * mebibyte, 'Plotline ');
    await withServer(answerParts, async (endpoint) => {
      const bucket = createBucket({ ...key, endpoint });
      for (const piece of [3_000_000, content.length]) {
        await bucket.put('large', inPieces(content, piece));
        expect(sizes.splice(0)).to.deep.equal([8 * mebibyte, 8 * mebibyte, 4 * mebibyte]);
      }
    });
  });

  it('reports that it is unavailable when the store accepts the connection and never answers', async () => {
    const silent = createServer();
    const port = await listenAnywhere(silent);
    try {
      const bucket = createBucket({ ...key, endpoint: `http://127.0.0.1:${port}/files`, timeoutMs: 50 });
      expect((await refusalOf(() => bucket.size('one'))).code).to.equal('SERVICE_UNAVAILABLE');
    } finally {
      silent.close();
    }
  });
});
