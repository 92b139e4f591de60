import { expect } from 'chai';
import { ApiClient } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { newPerson } from '../support/person.js';
import { system } from '../support/system.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

describe('a person who is signed in to the sandbox', () => {
  let workspace: TestWorkspace;
  before(async () => {
    workspace = await newWorkspace();
  });

  it('acts as the sandbox agent with the same email, and as no agent if there is none', async () => {
    const { agentId, email, token } = await newPerson(workspace, 'agent');
    const { sandbox, api } = workspace;
    const own = new ApiClient(system().urls.sandbox, token);
    const { id: leadId } = await sandbox.create('/v1/leads', { name: 'Noor', email: 'noor@example.com' });
    const note = async (client: ApiClient, id: string) => {
      const { record } = await client.post(`/v1/leads/${id}/notes`, { content: 'Rang.' });
      return record['user'];
    };
    expect(await note(own, leadId)).to.equal(null);
    const { id: sandboxId } = await sandbox.create('/v1/agents', { name: 'Test agent', email });
    const property = { name: 'Quay', type: 'villa', location: { city: 'Faro' } };
    const { id: property_id } = await sandbox.create('/v1/properties', property);
    const price = { amount: 1, currency: 'EUR' };
    const visible = { property_id, name: 'A1', price, visibility: 'team', assigned_agent: sandboxId };
    const { id: unitId } = await sandbox.create('/v1/units', visible);
    // A gateway caches auth's answer for a second.
    await eventually(async () => expect(await note(own, leadId)).to.equal(sandboxId));
    expect((await own.get(`/v1/units/${unitId}`)).status).to.equal(200);
    const { id: liveLeadId } = await api.create('/v1/leads', { name: 'Noor', email: 'noor@example.com' });
    expect(await note(new ApiClient(system().urls.api, token), liveLeadId)).to.equal(agentId);
  });
});
