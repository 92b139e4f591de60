import type { Caller } from '@plotline/kit/core/caller';
import { ReassignmentsServiceService } from '@plotline/protos/plotline/team/v1/reassignments';
import { expect } from 'chai';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

describe('GetReassignments', () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_reassignments' };

  async function reassignmentsOf(agent_id: string, who: Partial<Caller> = as) {
    const { reassignments } = await team().rpc(
      ReassignmentsServiceService.getReassignments,
      { agent_id },
      callContext(who),
    );
    return reassignments.sort((one, other) => Number(one.at) - Number(other.at));
  }

  async function deactivate(id: string, assignee?: string, status = 200): Promise<void> {
    const body = assignee ? { reassign_leads_to: assignee } : {};
    expect((await team().request('POST', `/v1/agents/${id}/deactivate`, { as, body })).status).to.equal(status);
  }

  async function reactivate(id: string): Promise<void> {
    const body = { status: 'active' };
    expect((await team().request('PUT', `/v1/agents/${id}`, { as, body })).status).to.equal(200);
  }

  const threeAgents = async () => [await team().agent(as), await team().agent(as), await team().agent(as)] as const;

  it('returns reassignments as in force from the deactivation until the reactivation or the next reassignment', async () => {
    const [{ id: agent }, { id: assignee }, { id: other }] = await threeAgents();
    const startedAt = Date.now();
    await deactivate(agent, assignee);
    await deactivate(agent, other);
    await reactivate(agent);
    await deactivate(agent);
    await reactivate(agent);
    await deactivate(agent, assignee);
    const found = await reassignmentsOf(agent);
    expect(found.map(({ agent_id, assignee_id }) => [agent_id, assignee_id])).to.deep.equal([
      [agent, assignee],
      [agent, other],
      [agent, assignee],
    ]);
    const [first, second, third] = found;
    expect(first?.until).to.deep.equal(second?.at);
    const times = [startedAt, first?.at, second?.at, second?.until, third?.at].map(Number);
    expect(times).to.deep.equal([...times].sort((one, next) => one - next));
    expect(third?.until).to.equal(undefined);
  });

  it('includes the reassignments of assignees, even in a cycle, and no others', async () => {
    const [{ id: one }, { id: two }, { id: three }] = await threeAgents();
    await deactivate(one, two);
    await deactivate(two, three);
    await reactivate(one);
    await deactivate(three, one);
    expect((await reassignmentsOf(two)).map(({ agent_id }) => agent_id)).to.deep.equal([one, two, three]);
    const [{ id: other }] = await threeAgents();
    expect(await reassignmentsOf(other)).to.deep.equal([]);
    for (const who of [{ workspaceId: 'ws_other' }, { ...as, mode: 'sandbox' as const }])
      expect(await reassignmentsOf(one, who)).to.deep.equal([]);
  });

  it('returns none for a refused deactivation, and one in force for concurrent deactivations', async () => {
    const [{ id: agent }, { id: assignee }] = await threeAgents();
    await deactivate(agent, 'agent_none', 422);
    await Promise.all([deactivate(agent, assignee), deactivate(agent, assignee), deactivate(agent, assignee)]);
    expect((await reassignmentsOf(agent)).filter(({ until }) => until === undefined)).to.have.length(1);
  });

  it("returns an agent's latest 50 reassignments", async () => {
    const [{ id: agent }, { id: assignee }, { id: last }] = await threeAgents();
    await deactivate(agent, last);
    for (let time = 0; time < 50; time += 1) await deactivate(agent, assignee);
    const found = await reassignmentsOf(agent);
    expect(found.map(({ assignee_id }) => assignee_id)).to.deep.equal(Array.from({ length: 50 }, () => assignee));
  });
});
