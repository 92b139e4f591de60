import type { ParsedKeyRequest } from '@plotline/auth/keys/model/key';
import type { KeyUsage } from '@plotline/auth/keys/store/key-usage';
import type { Keys, ToKeyAnswer } from '@plotline/auth/keys/store/keys';
import { createStores } from '@plotline/auth/stores';
import { readIssued } from '@plotline/auth/workspaces/api/issue-once';
import { created } from '@plotline/kit/core/answer';
import { createKeyring, type Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { expect } from 'chai';
import {
  createCollections,
  createTestRuntime,
  newDatabaseName,
  removeRuntime,
  testCaller,
} from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';

const [former, next] = ['the former pepper', 'the next pepper'];
const request: ParsedKeyRequest = { name: 'A key', mode: 'live', scopes: ['read:leads'], expires_at: null };

/** Processes of the auth service that share one database. Each has its own secrets. */
async function startProcesses() {
  const database = newDatabaseName('auth');
  const runtimes: ServiceRuntime[] = [];
  const start = async (hashKeys: Keyring) => {
    const runtime = await createTestRuntime('auth', undefined, database);
    runtimes.push(runtime);
    const { keys, keyUsage, clients } = createStores(runtime, hashKeys, hashKeys);
    await createCollections(runtime);
    return { keys, keyUsage, clients };
  };
  const stop = async () => {
    for (const [index, runtime] of runtimes.entries()) {
      if (index === 0) await removeRuntime(runtime);
      else await runtime.databases.close();
    }
  };
  return { start, stop };
}

describe('The hashes of API keys and client secrets during a rotation of the hashing secret', () => {
  const processes = useFixturePerTest(startProcesses);
  const toAnswer: ToKeyAnswer = ({ id }, secret) => created({ id, secret });
  const create = async ({ keys }: { readonly keys: Keys }) =>
    readIssued(await keys.create({ caller: testCaller() }, request, toAnswer));

  /** Looks up a key as VerifyKey does. */
  async function use({ keyUsage }: { readonly keyUsage: KeyUsage }, value: string): Promise<boolean> {
    const key = (await keyUsage.find('live', [value])).get(value);
    if (key) await keyUsage.record('live', [{ key, value, address: '' }]);
    return key !== undefined;
  }

  it('let every process find every key while the processes have different configurations', async () => {
    const started = await processes().start(createKeyring(former));
    const introduced = await processes().start(createKeyring(former, next));
    const switched = await processes().start(createKeyring(next, former));
    const finished = await processes().start(createKeyring(next));
    for (const [creator, finders] of [
      [started, [started, introduced, switched]],
      [introduced, [started, introduced, switched]],
      [switched, [introduced, switched, finished]],
      [finished, [introduced, switched, finished]],
    ] as const) {
      const { secret } = await create(creator);
      for (const { keyUsage } of finders) {
        expect((await keyUsage.find('live', [secret])).get(secret)).to.include({ name: 'A key' });
      }
    }
  });

  it('are replaced when a key is used, and the remaining ones are counted until the previous secret can be removed', async () => {
    const started = await processes().start(createKeyring(former));
    const [used, unused] = [await create(started), await create(started)];
    const switched = await processes().start(createKeyring(next, former));
    expect(await switched.keyUsage.countHashes('live')).to.deep.equal({ current: 0, other: 2 });
    expect(await use(switched, used.secret)).to.equal(true);
    expect(await switched.keyUsage.countHashes('live')).to.deep.equal({ current: 1, other: 1 });

    const finished = await processes().start(createKeyring(next));
    expect(await use(finished, used.secret)).to.equal(true);
    expect(await use(finished, unused.secret)).to.equal(false);
  });

  it('are not counted for revoked keys, expired keys and public clients', async () => {
    const { keys, clients } = await processes().start(createKeyring(former));
    const caller = testCaller();
    await keys.revoke({ caller }, { id: (await create({ keys })).id, mode: 'live' });
    await keys.create({ caller }, { ...request, expires_at: new Date(Date.now() - 1) }, toAnswer);
    const client = { redirect_uris: [], scopes: request.scopes, created_at: new Date() };
    await clients.register({ caller }, { ...client, name: 'Public' }, false);
    await clients.register({ caller }, { ...client, name: 'Confidential' }, true);
    const switched = await processes().start(createKeyring(next, former));
    expect(await switched.keyUsage.countHashes('live')).to.deep.equal({ current: 0, other: 0 });
    expect(await switched.clients.countHashes()).to.deep.equal({ current: 0, other: 1 });
    await switched.clients.register({ caller }, { ...client, name: 'Confidential' }, true);
    expect(await switched.clients.countHashes()).to.deep.equal({ current: 1, other: 0 });
  });
});
