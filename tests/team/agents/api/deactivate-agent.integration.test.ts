import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { fieldsOf, startTeam } from '../../support/team.js';

/** Reads the version at the start of an entity tag. Each representation of a record has its own tag. */
const toVersion = (tag: string | null | undefined) => tag?.split('.')[0];

describe('POST /v1/agents/:id/deactivate', () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_deactivate' };
  const deactivate = (id: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    team().request('POST', `/v1/agents/${id}/deactivate`, { as, headers, ...(body === undefined ? {} : { body }) });
  const names = async (id: string) => (await team().events(id)).map(({ event }) => event);

  it('makes the agent inactive, keeps the data, and publishes agent.deactivated with the agent as GET returns it', async () => {
    const agent = await team().agent(as);
    const { status, body } = await deactivate(agent.id, { reason: 'Left the company' });
    expect(status).to.equal(200);
    const after = { ...agent, status: 'inactive', updated_at: body.updated_at };
    expect(body).to.deep.equal({ ...after, api_keys: [] });
    const [, event] = await team().events(agent.id);
    expect(event).to.deep.include({ event: 'agent.deactivated', workspace_id: 'ws_deactivate', data: after });
    expect((await team().journal(agent.id)).at(-1)).to.deep.include({
      type: 'deactivated',
      attributes: { reason: 'Left the company' },
      changes: { status: { from: 'active', to: 'inactive' } },
    });
  });

  it('needs no body, and also deactivates invited agents', async () => {
    const invited = await team().agent(as, {}, 'invited');
    expect((await deactivate(invited.id)).body).to.include({ status: 'inactive' });
    expect(await names(invited.id)).to.deep.equal(['agent.created', 'agent.deactivated']);
  });

  it('changes and publishes nothing for repeated and concurrent requests', async () => {
    const { id } = await team().agent(as);
    const answers = await Promise.all([1, 2, 3, 4].map(() => deactivate(id, {})));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    const again = await deactivate(id, { reason: 'Again' });
    expect([again.status, again.body]).to.deep.equal([200, answers[0]?.body]);
    expect(await names(id)).to.deep.equal(['agent.created', 'agent.deactivated']);
  });

  it('publishes reassignment.requested in addition to agent.deactivated', async () => {
    const [agent, assignee] = [await team().agent(as), await team().agent(as, {}, 'invited')];
    expect((await deactivate(agent.id, { reassign_leads_to: assignee.id })).status).to.equal(200);
    const events = await team().events(agent.id);
    expect(events.map(({ event }) => event)).to.deep.equal([
      'agent.created',
      'agent.deactivated',
      'reassignment.requested',
    ]);
    expect(events[2]).to.deep.include({
      workspace_id: 'ws_deactivate',
      data: { agent_id: agent.id, assignee_id: assignee.id },
    });
  });

  it('requests a reassignment for an already inactive agent without changing it or publishing agent.deactivated', async () => {
    const [agent, assignee] = [await team().agent(as, {}, 'inactive'), await team().agent(as)];
    const tagOf = async (id: string) => (await team().request('GET', `/v1/agents/${id}`, { as })).headers.get('etag');
    const tags = [await tagOf(agent.id), await tagOf(assignee.id)];
    const { status, body, headers } = await deactivate(agent.id, { reassign_leads_to: assignee.id });
    expect([status, body]).to.deep.equal([200, { ...agent, api_keys: [] }]);
    expect(toVersion(headers.get('etag'))).to.equal(toVersion(tags[0]));
    expect([await tagOf(agent.id), await tagOf(assignee.id)]).to.deep.equal(tags);
    expect(await names(agent.id)).to.deep.equal(['agent.created', 'agent.deactivated', 'reassignment.requested']);
    expect((await team().events(agent.id))[2]).to.deep.include({
      data: { agent_id: agent.id, assignee_id: assignee.id },
    });
    const key = { 'idempotency-key': 'reassign-once' };
    for (const _ of [1, 2]) await deactivate(agent.id, { reassign_leads_to: assignee.id }, key);
    expect(await names(agent.id)).to.have.length(4);
  });

  it("returns the same ETag as GET, and does not change the assignee's ETag", async () => {
    const [agent, assignee] = [await team().agent(as), await team().agent(as)];
    const tagOf = async (id: string) => (await team().request('GET', `/v1/agents/${id}`, { as })).headers.get('etag');
    const ofAssignee = await tagOf(assignee.id);
    const { headers } = await deactivate(agent.id, { reassign_leads_to: assignee.id });
    expect(toVersion(headers.get('etag'))).to.equal(toVersion(await tagOf(agent.id)));
    expect(await tagOf(assignee.id)).to.equal(ofAssignee);
  });

  it('reports an unavailable assignee together with schema errors', async () => {
    const agent = await team().agent(as);
    for (const assignee of [agent.id, 'agent_none', (await team().agent(as, {}, 'inactive')).id]) {
      const { status, body } = await deactivate(agent.id, { reassign_leads_to: assignee, reason: 'x'.repeat(1_001) });
      const fields = fieldsOf(body);
      expect([status, fields], assignee).to.deep.equal([422, ['reason', 'reassign_leads_to']]);
    }
  });

  it('replays the response for a repeated Idempotency-Key', async () => {
    const { id } = await team().agent(as);
    const first = await deactivate(id, {}, { 'idempotency-key': 'deactivate-once' });
    const again = await deactivate(id, {}, { 'idempotency-key': 'deactivate-once' });
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expect([again.status, again.body]).to.deep.equal([first.status, first.body]);
  });

  it('accepts only another invited or active agent of the workspace as assignee', async () => {
    const agent = await team().agent(as);
    const inactive = await team().agent(as, {}, 'inactive');
    const foreign = await team().agent({ workspaceId: 'ws_foreign' });
    const sandbox = await team().agent({ ...as, mode: 'sandbox' });
    for (const assignee of [agent.id, inactive.id, foreign.id, sandbox.id, 'agent_none', 'x'.repeat(65)]) {
      const answer = await deactivate(agent.id, { reassign_leads_to: assignee });
      expect([answer.status, answer.body.details[0].field], assignee).to.deep.equal([422, 'reassign_leads_to']);
      if (assignee === inactive.id) continue;
      const late = await deactivate(inactive.id, { reassign_leads_to: assignee });
      expect(late.status, assignee).to.equal(assignee === agent.id ? 200 : 422);
    }
    expect((await team().request('GET', `/v1/agents/${agent.id}`, { as })).body).to.deep.equal(agent);
    expect(await names(agent.id)).to.deep.equal(['agent.created']);
  });

  it('requests a reassignment for each of several concurrent calls with an assignee, in any order', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [agent, assignee] = [await team().agent(as), await team().agent(as)];
      const bodies = [{}, { reassign_leads_to: assignee.id }, {}, { reassign_leads_to: null }];
      const answers = await Promise.all(bodies.map((_, place) => deactivate(agent.id, bodies[(place + round) % 4])));
      for (const { status, body } of answers) expect([status, body.status]).to.deep.equal([200, 'inactive']);
      const published = await names(agent.id);
      expect(published.toSorted()).to.deep.equal(['agent.created', 'agent.deactivated', 'reassignment.requested']);
    }
  });

  it('returns the inactive agent and the requested leads, even during a reactivation', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [agent, assignee] = [await team().agent(as, {}, 'inactive'), await team().agent(as)];
      const [{ status, body }] = await Promise.all([
        deactivate(agent.id, { reassign_leads_to: assignee.id }),
        team().request('PUT', `/v1/agents/${agent.id}`, { as, body: { status: 'active' } }),
      ]);
      expect([status, body.status]).to.deep.equal([200, 'inactive']);
      expect(await names(agent.id)).to.include('reassignment.requested');
    }
  });

  it("accepts only one of two concurrent deactivations that name each other's agent as assignee", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [agent, assignee] = [await team().agent(as), await team().agent(as)];
      const answers = await Promise.all([
        deactivate(agent.id, { reassign_leads_to: assignee.id }),
        deactivate(assignee.id, { reassign_leads_to: agent.id }),
      ]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 422]);
    }
  });
});
