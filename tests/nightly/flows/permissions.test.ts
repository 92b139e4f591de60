import { setTimeout as sleep } from 'node:timers/promises';
import { computeCsrfToken } from '@plotline/kit/http/cookies';
import { expect } from 'chai';
import {
  bearer,
  type Expectation,
  findFaults,
  forKey,
  forRole,
  type Headers,
  probe,
  roles,
  scopes,
} from '../../flows/operation-probes.js';
import { type ServedOperation, servedOperations } from '../../support/contract/served-contract.js';
import { newPerson, type TestPerson } from '../../support/person.js';
import { system } from '../../support/system.js';
import { newKey, newWorkspace, revokeKey, type TestWorkspace } from '../../support/workspace.js';

describe('every operation in the contract, for keys and people', () => {
  let operations: readonly ServedOperation[];
  let workspace: TestWorkspace;
  let other: TestWorkspace;
  const people = new Map<string, TestPerson>();
  let expiring: { readonly key: string; readonly expiry: number };

  before(async () => {
    operations = await servedOperations(system().urls.api);
    workspace = await newWorkspace();
    other = await newWorkspace();
    // Lifetime that is long enough to create the key on a busy machine. The key expires while other tests run.
    const expiry = Date.now() + 20_000;
    const { key } = await newKey(workspace.id, 'live', ['admin'], expiry);
    expiring = { key, expiry };
    for (const role of roles) people.set(role, await newPerson(workspace, role));
  });

  const tokenOf = (role: string) => people.get(role)?.token ?? '';

  const faultsOf = (base: string, headers: Headers, expected: Expectation) =>
    findFaults(operations, { base, headers }, expected);

  for (const scope of scopes) {
    it(`is allowed for a key with only the ${scope} scope where x-scopes allows it, on both hosts`, async () => {
      const { api, sandbox } = system().urls;
      const live = await newKey(workspace.id, 'live', [scope]);
      const test = await newKey(workspace.id, 'sandbox', [scope]);
      expect(await faultsOf(api, bearer(live.key), forKey([scope]))).to.deep.equal([]);
      expect(await faultsOf(sandbox, bearer(test.key), forKey([scope]))).to.deep.equal([]);
    });
  }

  for (const role of roles) {
    it(`is allowed for a person with the ${role} role where x-roles allows it, on both hosts and with the cookie`, async () => {
      const { api, sandbox, auth } = system().urls;
      const token = tokenOf(role);
      const cookie = { cookie: `plotline_session=${token}`, 'x-csrf-token': computeCsrfToken(token) };
      expect(await faultsOf(api, bearer(token), forRole(role))).to.deep.equal([]);
      expect(await faultsOf(sandbox, bearer(token), forRole(role))).to.deep.equal([]);
      expect(await faultsOf(`${auth}/live`, cookie, forRole(role))).to.deep.equal([]);
      expect(await faultsOf(`${auth}/sandbox`, cookie, forRole(role))).to.deep.equal([]);
    });
  }

  const refused: [title: string, status: number, credential: () => Promise<{ base: string; headers: Headers }>][] = [
    ['no credential', 401, async () => ({ base: system().urls.api, headers: {} })],
    ['a test key on the live host', 401, async () => ({ base: system().urls.api, headers: bearer(workspace.testKey) })],
    ['a live key on the sandbox', 401, async () => ({ base: system().urls.sandbox, headers: bearer(workspace.key) })],
    [
      'an expired key',
      401,
      async () => {
        await sleep(Math.max(0, expiring.expiry + 50 - Date.now()));
        return { base: system().urls.api, headers: bearer(expiring.key) };
      },
    ],
    [
      'a revoked key',
      401,
      async () => {
        const { id, key } = await newKey(workspace.id, 'live');
        await revokeKey(workspace.id, id);
        return { base: system().urls.api, headers: bearer(key) };
      },
    ],
    [
      'the session of a person who signed out',
      401,
      async () => {
        const { token } = await newPerson(workspace, 'owner');
        await fetch(`${system().urls.auth}/auth/session`, { method: 'DELETE', headers: bearer(token) });
        // The contract says that every gateway refuses the session within a second.
        await sleep(1_000);
        return { base: system().urls.api, headers: bearer(token) };
      },
    ],
    [
      "the session's cookie on the live host",
      401,
      async () => ({ base: system().urls.api, headers: { cookie: `plotline_session=${tokenOf('owner')}` } }),
    ],
    [
      'a session as Bearer where cookies count',
      401,
      async () => ({ base: `${system().urls.auth}/live`, headers: bearer(tokenOf('owner')) }),
    ],
    [
      'a key and a foreign X-Workspace-ID',
      403,
      async () => ({
        base: system().urls.api,
        headers: { ...bearer(workspace.key), 'x-workspace-id': other.id },
      }),
    ],
    [
      'a session and a foreign X-Workspace-ID',
      403,
      async () => ({
        base: system().urls.api,
        headers: { ...bearer(tokenOf('owner')), 'x-workspace-id': other.id },
      }),
    ],
    [
      "another workspace's key for this one",
      403,
      async () => ({
        base: system().urls.api,
        headers: { ...bearer(other.key), 'x-workspace-id': workspace.id },
      }),
    ],
  ];
  for (const [title, status, credential] of refused) {
    it(`answers ${status} to ${title}`, async () => {
      const { base, headers } = await credential();
      expect(await faultsOf(base, headers, () => status)).to.deep.equal([]);
    });
  }

  it("applies a change of a person's role within a second", async () => {
    const person = await newPerson(workspace, 'admin');
    const write = () => probe(system().urls.api, must('POST /v1/properties'), bearer(person.token));
    expect(await write()).to.equal(422);
    await workspace.api.put(`/v1/agents/${person.agentId}`, { role: 'viewer' });
    await sleep(1_000);
    expect(await write()).to.equal(403);
    await workspace.api.post(`/v1/agents/${person.agentId}/deactivate`);
    await sleep(1_000);
    expect(await write()).to.equal(401);
  });

  function must(name: string): ServedOperation {
    const found = operations.find((operation) => operation.name === name);
    if (!found) throw new Error(`The contract has no ${name}.`);
    return found;
  }
});
