import { initiateReplicaSet } from '@plotline/local/stores/mongo/start-mongod';
import { expect } from 'chai';
import { startStubMongod } from './stub-mongod.js';

describe('initiateReplicaSet', () => {
  const deadline = (): AbortSignal => AbortSignal.timeout(10_000);

  it('makes a new server a replica set with one member, and waits until it accepts writes', async () => {
    let asked = 0;
    const mongod = await startStubMongod((command) => {
      if (command['hello'] === undefined) return { ok: 1 };
      asked += 1;
      return { ok: 1, isWritablePrimary: asked === 3 };
    });
    await initiateReplicaSet(mongod.port, deadline());
    mongod.close();
    expect(mongod.commands[0]?.['replSetInitiate']).to.deep.equal({
      _id: 'plotline',
      members: [{ _id: 0, host: `127.0.0.1:${mongod.port}` }],
    });
    expect(asked).to.equal(3);
  });

  it('leaves an existing set unchanged, and updates a set that was created on another port', async () => {
    for (const moved of [false, true]) {
      const mongod = await startStubMongod((command, port) => {
        if (command['replSetInitiate']) return { ok: 0, code: 23, codeName: 'AlreadyInitialized' };
        const host = `127.0.0.1:${moved ? 1 : port}`;
        if (command['replSetGetConfig']) return { ok: 1, config: { _id: 'plotline', version: 4, members: [{ host }] } };
        return { ok: 1, isWritablePrimary: true };
      });
      await initiateReplicaSet(mongod.port, deadline());
      mongod.close();
      const reconfigured = mongod.commands.find((command) => command['replSetReconfig']);
      expect(reconfigured?.['replSetReconfig']).to.deep.equal(
        moved ? { _id: 'plotline', version: 5, members: [{ _id: 0, host: `127.0.0.1:${mongod.port}` }] } : undefined,
      );
    }
  });

  it("reports the server's refusal", async () => {
    const mongod = await startStubMongod(() => ({ ok: 0, code: 93, errmsg: 'no such replica set name' }));
    const failure = await initiateReplicaSet(mongod.port, deadline()).catch((error: unknown) => String(error));
    mongod.close();
    expect(failure).to.match(/refused replSetInitiate: no such replica set name/);
  });
});
