import { expect } from 'chai';
import { ApiClient } from '../../support/api-client.js';
import { eventually } from '../../support/eventually.js';
import { newPerson } from '../../support/person.js';
import { system } from '../../support/system.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

describe('a service that is down', () => {
  let workspace: TestWorkspace;

  before(async () => {
    workspace = await newWorkspace();
  });

  it('affects only its own operations, which answer 503 with Retry-After', async () => {
    const { api } = workspace;
    await system().hold('inventory');
    try {
      const refused = await api.get('/v1/properties');
      expect([refused.status, refused.error.code]).to.deep.equal([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(refused.headers.get('retry-after'))).to.be.greaterThan(0);
      expect((await api.get('/v1/leads')).status).to.equal(200);
      expect((await api.get('/v1/agents')).status).to.equal(200);
    } finally {
      await system().release('inventory');
    }
    await eventually(async () => expect((await api.get('/v1/properties')).status).to.equal(200));
  });

  it("lets other services' operations that need it answer 503, without writing anything", async () => {
    const { api } = workspace;
    await system().hold('team');
    try {
      const refused = await api.post('/v1/leads', { name: 'A', email: 'a@example.com', assigned_agent: 'agent_x' });
      expect(refused.status).to.equal(503);
      expect((await api.get('/v1/leads')).records).to.deep.equal([]);
    } finally {
      await system().release('team');
    }
  });

  it('lets people use other services while team is down, because sessions are verified without team', async () => {
    const { token } = await newPerson(workspace, 'agent');
    await system().hold('team');
    try {
      // The gateway doesn't know the session yet, so it calls auth.
      expect((await new ApiClient(system().urls.api, token).get('/v1/properties')).status).to.equal(200);
    } finally {
      await system().release('team');
    }
  });

  it('is restarted after it was killed', async () => {
    await system().kill('team');
    await eventually(async () => expect((await workspace.api.get('/v1/agents')).status).to.equal(200));
  });
});
