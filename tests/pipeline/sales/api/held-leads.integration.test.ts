import type { Caller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { importRows } from '../../../support/import-rows.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const person = (role: string, agentId: string): Partial<Caller> => ({
  actor: { type: 'user', id: `user_${agentId}`, name: agentId, role, agentId },
});
const bruno = person('agent', 'agent_bruno');

describe("another agent's lead that holds a unit", () => {
  const pipeline = useFixture(startPipeline);
  const request = (method: string, id: string, path: string, body: object | undefined, as: Partial<Caller>) =>
    pipeline().request(method, `/v1/leads/${id}${path}`, { as, ...(body && { body }) });

  async function heldLead(status?: 'active' | 'queued'): Promise<string> {
    const { id } = await pipeline().lead({ assigned_agent: 'agent_amira' });
    pipeline().holds.add(id, status);
    return id;
  }

  const changes: readonly (readonly [string, string, string, object?])[] = [
    ['lost', 'POST', '/lost', { reason: 'other' }],
    ['moved to lost', 'POST', '/stage', { stage: 'lost' }],
    ['moved to won', 'POST', '/stage', { stage: 'won' }],
    ['put as lost', 'PUT', '', { stage: 'lost' }],
    ['reassigned', 'PUT', '', { assigned_agent: 'agent_bruno' }],
    ['unassigned', 'PUT', '', { assigned_agent: null }],
    ['won', 'POST', '/won', { property_id: 'prop_river', deal_value: 1 }],
    ['deleted', 'DELETE', ''],
  ];
  for (const [verb, method, path, body] of changes) {
    it(`can't be ${verb} by an agent`, async () => {
      const id = await heldLead();
      const refused = await request(method, id, path, body, bruno);
      expect([refused.status, refused.body.reason]).to.deep.equal([403, 'lead_of_another_agent']);
    });
  }

  it('can be lost by its agent, an admin or an API key, and by everyone if it only waits for the unit', async () => {
    for (const as of [person('agent', 'agent_amira'), person('admin', 'agent_gone'), {}]) {
      expect((await request('POST', await heldLead(), '/lost', { reason: 'other' }, as)).status).to.equal(200);
    }
    expect((await request('POST', await heldLead('queued'), '/lost', { reason: 'other' }, bruno)).status).to.equal(200);
  });

  it('can be changed in other ways by everyone', async () => {
    const id = await heldLead();
    expect((await request('PUT', id, '', { notes: 'x', stage: 'viewing' }, bruno)).status).to.equal(200);
    expect((await request('POST', id, '/stage', { stage: 'qualified' }, bruno)).status).to.equal(200);
  });

  it('keeps its agent when an agent imports it', async () => {
    const id = await heldLead();
    const { email } = (await pipeline().request('GET', `/v1/leads/${id}`)).body;
    const own = `held-${id}@example.com`;
    await pipeline().request('PUT', `/v1/leads/${id}`, { body: { email: own } });
    expect(email).not.to.equal(own);
    const records = [{ email: own, assigned_agent: 'agent_bruno', stage: 'lost' }];
    const [row] = await importRows(pipeline(), { mode: 'upsert', records }, bruno);
    expect(row?.faults.map((fault) => fault.split(':')[0])).to.have.members(['stage', 'assigned_agent']);
  });

  it('notifies inventory when it is lost or deleted', async () => {
    const id = await heldLead();
    const { headers } = await request('POST', id, '/lost', { reason: 'other' }, {});
    expect(headers.get('etag')).to.match(/^"2-/);
    await request('POST', id, '/lost', { reason: 'unresponsive' }, {});
    await request('DELETE', id, '', undefined, {});
    const told = pipeline().holds.ended.filter((one) => one.id === id);
    expect(told).to.deep.equal([
      { id, version: 2, reason: 'lost' },
      { id, version: 0, reason: 'deleted' },
    ]);
  });

  it('shows its holds with expand=holds', async () => {
    const id = await heldLead();
    const { body } = await pipeline().request('GET', `/v1/leads/${id}?expand=holds`);
    expect(body.holds).to.deep.equal([{ id: body.holds[0].id, lead_id: id, unit_id: 'unit_a1', status: 'active' }]);
    const list = await pipeline().request('GET', '/v1/leads?expand=holds&per_page=1');
    expect(list.body[0].holds).to.have.length(1);
    expect((await pipeline().request('GET', `/v1/leads/${id}`)).body).not.to.have.property('holds');
  });
});
