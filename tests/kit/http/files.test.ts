import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { serveUploads } from './upload-server.js';

const path = '/v1/reports/1';

describe('createServiceServer for a file response', () => {
  const uploads = useFixturePerTest(serveUploads);

  it("sends the file's bytes, type, name and ETag", async () => {
    const { status, headers, text } = await uploads().send({ method: 'GET', path });
    expect([status, text]).to.deep.equal([200, 'a,b\n1,2\n']);
    expect(headers).to.include({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=report.csv',
      etag: '"1"',
    });
  });

  it('opens no source for HEAD, or for a client that already has the file', async () => {
    uploads().openReport = () => expect.fail('opened');
    const head = await uploads().send({ method: 'HEAD', path });
    expect([head.status, head.headers['content-type'], head.text]).to.deep.equal([200, 'text/csv; charset=utf-8', '']);
    const known = await uploads().send({ method: 'GET', path, headers: { 'if-none-match': '"1"' } });
    expect([known.status, known.text]).to.deep.equal([304, '']);
  });

  it('closes the connection when the source fails, so that clients detect a partial file', async () => {
    uploads().openReport = () =>
      Readable.from(
        (async function* () {
          yield 'a,b\n';
          throw new Error('the disk is gone');
        })(),
      );
    const failure = await uploads()
      .send({ method: 'GET', path })
      .then(() => undefined)
      .catch((error: Error) => error);
    expect(failure).to.be.an('error');
  });

  it('reads the source no faster than the client, and destroys it when the client disconnects', async () => {
    let readCount = 0;
    const source = new Readable({
      read() {
        readCount += 1;
        this.push(Buffer.alloc(65_536));
      },
    });
    uploads().openReport = () => source;
    const outgoing = uploads().open({ method: 'GET', path });
    const [response] = await once(outgoing.end(), 'response');
    response.pause();
    response.on('error', () => undefined);
    await eventually(() => expect(source.readableFlowing).to.equal(false));
    expect(readCount).to.be.below(1_000);
    outgoing.destroy();
    await eventually(() => expect(source.destroyed).to.equal(true));
  });
});
