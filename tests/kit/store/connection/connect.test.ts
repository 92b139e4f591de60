import { connectDatabases } from '@plotline/kit/store/connection/connect';
import { expect } from 'chai';
import { type StubMongod, startStubMongod } from '../../../deploy/local/stores/mongo/stub-mongod.js';

/** Returns the answers of a standalone server that uses the given protocol version. */
const answerAs = (maxWireVersion: number) => () => ({
  ok: 1,
  helloOk: true,
  isWritablePrimary: true,
  minWireVersion: 0,
  maxWireVersion,
});

describe('connectDatabases', () => {
  let server: StubMongod | undefined;
  afterEach(() => server?.close());

  async function connect(maxWireVersion: number) {
    server = await startStubMongod(answerAs(maxWireVersion));
    return connectDatabases({ url: `mongodb://127.0.0.1:${server.port}/`, name: 'plotline_connect', poolSize: 1 });
  }

  it('refuses a server older than MongoDB 8.0, and reports the required version', async () => {
    const refused: unknown = await connect(21).catch((error: unknown) => error);
    expect(refused).to.have.property('message').that.includes('MongoDB 8.0');
  });

  it('accepts MongoDB 8.0', async () => {
    const databases = await connect(25);
    expect(databases.watch.isReady).to.equal(true);
    expect(await databases.watch.isReachable()).to.equal(true);
    await databases.close();
  });
});
