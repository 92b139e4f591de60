import { expect } from 'chai';
import { ApiClient } from '../support/api-client.js';
import { system } from '../support/system.js';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.js';

describe('a key with limited scopes', () => {
  let workspace: TestWorkspace;
  let agentId: string;
  const email = 'noor@example.com';

  before(async () => {
    workspace = await newWorkspace();
    const { api } = workspace;
    agentId = (await api.create('/v1/agents', { name: 'Ada', email: 'ada@example.com' })).id;
    await api.create('/v1/leads', { name: 'Noor Haddad', email, assigned_agent: agentId });
  });

  async function clientWith(scopes: readonly string[]): Promise<ApiClient> {
    return new ApiClient(system().urls.api, (await newKey(workspace.id, 'live', scopes)).key);
  }

  it("gets 403 for every way to read an agent's leads if it has only agent scopes", async () => {
    const api = await clientWith(['read:agents']);
    for (const path of [`/v1/agents/${agentId}?expand=leads`, `/v1/agents/${agentId}?expand=team,leads`]) {
      const answer = await api.get(path);
      expect([answer.status, answer.error.code], path).to.deep.equal([403, 'FORBIDDEN']);
    }
    expect((await api.get(`/v1/agents/${agentId}/leads`)).status).to.equal(403);
    for (const path of [
      '/v1/agents?expand=team&fields=name,stats',
      `/v1/agents/${agentId}?expand=team&include_stats=true`,
    ]) {
      const { status, text } = await api.get(path);
      expect(status, path).to.equal(200);
      expect(text).to.not.include(email);
    }
  });

  it("can read an agent's leads if it has agent and lead scopes", async () => {
    const api = await clientWith(['read:agents', 'read:leads']);
    const { record } = await api.get(`/v1/agents/${agentId}?expand=leads`);
    expect(record.leads).to.have.nested.property('[0].email', email);
  });
});
