import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@plotline/kit/core/ids';
import { openFileStore } from '@plotline/transfer/files/store/open-file-store';
import { createS3Store } from '@plotline/transfer/files/store/s3-store';
import { expect } from 'chai';
import S3rver from 's3rver';
// Replaces `fetch`'s connections in this process with connections that are as strict as in newer Node releases.
import 'undici';
import { listenAnywhere } from '../../../support/listen-anywhere.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { collect, inPieces } from '../../support/file-content.js';
import { testFileStore } from './test-file-store.js';

const secret = 'S3RVER';

const access = { region: 'us-east-1', accessKeyId: secret, secretAccessKey: secret };

/** Real server with the S3 interface. In version 4 signatures, it verifies only the key id. */
async function startStore() {
  const directory = await mkdtemp(join(tmpdir(), 'plotline-s3-'));
  const server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'files', configs: [] }] });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}/files`;
  const store = createS3Store({ ...access, endpoint });
  const stop = async () => {
    await server.close();
    await rm(directory, { recursive: true, force: true });
  };
  return { store, endpoint, stop };
}

describe('a file store in an S3 bucket', () => {
  const fixture = useFixture(startStore);
  testFileStore(() => fixture().store);

  it('is used when it is configured', async () => {
    const store = await openFileStore({
      FILES_DIRECTORY: '',
      FILES_S3_ENDPOINT: fixture().endpoint,
      FILES_S3_REGION: access.region,
      FILES_S3_ACCESS_KEY_ID: access.accessKeyId,
      FILES_S3_SECRET_ACCESS_KEY: access.secretAccessKey,
    });
    const id = newId('imp');
    await store.put(id, inPieces('content'), { maxBytes: 100 });
    expect(await fixture().store.size(id)).to.equal(7);
  });

  it('reports that it is unavailable, without request data, when the bucket refuses a request', async () => {
    const store = createS3Store({ ...access, endpoint: fixture().endpoint, accessKeyId: 'unknown' });
    const refusal = await refusalOf(() => store.put(newId('imp'), inPieces('content'), { maxBytes: 100 }));
    expect(refusal.code).to.equal('SERVICE_UNAVAILABLE');
    expect(String(refusal.cause)).to.equal('Error: S3: 403');
  });

  it('retries when the bucket refuses a request temporarily', async () => {
    let count = 0;
    const busy = createHttpServer((_request, response) => {
      count += 1;
      response.writeHead(count === 1 ? 503 : 200, { 'content-length': 7 }).end();
    });
    const port = await listenAnywhere(busy);
    try {
      const store = createS3Store({ ...access, endpoint: `http://127.0.0.1:${port}/files` });
      expect(await store.size(newId('imp'))).to.equal(7);
      expect(count).to.equal(2);
    } finally {
      busy.close();
      busy.closeAllConnections();
    }
  });

  it('sends a large file in parts of equal size except the last one, regardless of the chunks that it receives', async () => {
    const sizes: number[] = [];
    const server = createHttpServer(async (request, response) => {
      const body = Buffer.concat(await collect<Buffer>(request));
      if (request.method === 'PUT') sizes.push(body.length);
      const begun = '<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>';
      const done = '<CompleteMultipartUploadResult><ETag>all</ETag></CompleteMultipartUploadResult>';
      response.writeHead(200, { etag: '"part"', 'content-type': 'application/xml' });
      response.end(request.method === 'PUT' ? '' : request.url?.includes('uploadId') ? done : begun);
    });
    const port = await listenAnywhere(server);
    const mebibyte = 1_048_576;
    const content = Buffer.alloc(20 * mebibyte, 'Plotline ');
    try {
      const store = createS3Store({ ...access, endpoint: `http://127.0.0.1:${port}/files` });
      for (const piece of [3_000_000, content.length]) {
        await store.put(newId('exp'), inPieces(content, piece), { maxBytes: content.length });
        expect(sizes.splice(0)).to.deep.equal([8 * mebibyte, 8 * mebibyte, 4 * mebibyte]);
      }
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('prevents the service from starting when its keys are missing', async () => {
    let message = '';
    try {
      await openFileStore({
        FILES_DIRECTORY: '',
        FILES_S3_ENDPOINT: 'http://127.0.0.1:1/files',
        FILES_S3_REGION: 'auto',
        FILES_S3_ACCESS_KEY_ID: 'id',
        FILES_S3_SECRET_ACCESS_KEY: '',
      });
    } catch (error) {
      message = String(error);
    }
    expect(message).to.match(/needs FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY/);
  });

  it('reports that it is unavailable when the bucket accepts the connection but never responds', async () => {
    const silent = createServer();
    const port = await listenAnywhere(silent);
    try {
      const store = createS3Store({ ...access, endpoint: `http://127.0.0.1:${port}/files`, timeoutMs: 50 });
      expect((await refusalOf(() => store.size(newId('imp')))).code).to.equal('SERVICE_UNAVAILABLE');
    } finally {
      silent.close();
    }
  });
});
