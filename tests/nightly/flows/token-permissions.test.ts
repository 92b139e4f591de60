import { expect } from 'chai';
import {
  bearer,
  type Expectation,
  findFaults,
  forRole,
  forScopes,
  roles,
  scopes,
} from '../../flows/operation-probes.js';
import { type ServedOperation, servedOperations } from '../../support/contract/served-contract.js';
import { newOAuthApp, type OAuthApp } from '../../support/oauth-app.js';
import { newPerson, type TestPerson } from '../../support/person.js';
import { system } from '../../support/system.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

describe('every operation in the contract, for access tokens', () => {
  let operations: readonly ServedOperation[];
  let workspace: TestWorkspace;
  let owner: TestPerson;
  let app: OAuthApp;

  before(async () => {
    operations = await servedOperations(system().urls.api);
    workspace = await newWorkspace();
    owner = await newPerson(workspace, 'owner');
    app = await newOAuthApp(owner, scopes);
  });

  async function newToken(person: TestPerson, scope: string, workspaceId = workspace.id): Promise<string> {
    const { accessToken } = await app.redeem(await app.code(person, workspaceId, scope));
    return accessToken;
  }

  for (const scope of scopes) {
    it(`is allowed for an owner's token with only the ${scope} scope where x-scopes allows it`, async () => {
      const headers = bearer(await newToken(owner, scope));
      expect(await findFaults(operations, { base: system().urls.api, headers }, forScopes([scope]))).to.deep.equal([]);
    });
  }

  for (const role of roles) {
    it(`is allowed for a token of the ${role} role with all its scopes where x-roles allows it, on both hosts`, async () => {
      const all = scopes.filter((scope) => scope !== 'admin');
      const headers = bearer(await newToken(await newPerson(workspace, role), all.join(' ')));
      // Some operations need the admin scope.
      const expected: Expectation = (operation) => (forScopes(all)(operation) === 403 ? 403 : forRole(role)(operation));
      const { api, sandbox } = system().urls;
      expect(await findFaults(operations, { base: api, headers }, expected)).to.deep.equal([]);
      expect(await findFaults(operations, { base: sandbox, headers }, expected)).to.deep.equal([]);
    });
  }

  it('answers 403 to a token for another workspace, and to a token for this workspace with a different X-Workspace-ID', async () => {
    const other = await newWorkspace();
    const stranger = await newPerson(other, 'owner');
    const base = system().urls.api;
    const foreign = { ...bearer(await newToken(stranger, 'admin', other.id)), 'x-workspace-id': workspace.id };
    expect(await findFaults(operations, { base, headers: foreign }, () => 403)).to.deep.equal([]);
    const own = { ...bearer(await newToken(owner, 'admin')), 'x-workspace-id': other.id };
    expect(await findFaults(operations, { base, headers: own }, () => 403)).to.deep.equal([]);
  });

  it('answers 401 to an access token in the session cookie', async () => {
    const cookie = `plotline_session=${await newToken(owner, 'admin')}`;
    const base = `${system().urls.auth}/live`;
    expect(await findFaults(operations, { base, headers: { cookie } }, () => 401)).to.deep.equal([]);
  });
});
