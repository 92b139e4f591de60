import { ReassignmentsServiceService } from '@plotline/protos/plotline/team/v1/reassignments';
import { expect } from 'chai';
import { testCaller } from '../../support/test-runtime.js';
import { startTeam, type TeamService } from '../support/team.js';

describe('the reassignments that other services ask for', () => {
  let team: TeamService;
  before(async () => {
    team = await startTeam();
  });
  after(() => team.stop());

  const as = { workspaceId: 'ws_reassignments' };

  async function reassignmentsOf(agent_id: string, who: object = as) {
    const context = { caller: testCaller('', 'live', who) };
    const { reassignments } = await team.rpc(ReassignmentsServiceService.getReassignments, { agent_id }, context);
    return reassignments.sort((one, other) => Number(one.at) - Number(other.at));
  }

  async function leave(id: string, assignee?: string, status = 200): Promise<void> {
    const body = assignee ? { reassign_leads_to: assignee } : {};
    expect((await team.request('POST', `/v1/agents/${id}/deactivate`, { as, body })).status).to.equal(status);
  }

  async function comeBack(id: string): Promise<void> {
    const body = { status: 'active' };
    expect((await team.request('PUT', `/v1/agents/${id}`, { as, body })).status).to.equal(200);
  }

  const staff = async () => [await team.agent(as), await team.agent(as), await team.agent(as)] as const;

  it('last from the deactivation to the return, or until the leads are handed over anew', async () => {
    const [{ id: agent }, { id: assignee }, { id: other }] = await staff();
    const began = Date.now();
    await leave(agent, assignee);
    await leave(agent, other);
    await comeBack(agent);
    await leave(agent);
    await comeBack(agent);
    await leave(agent, assignee);
    const found = await reassignmentsOf(agent);
    expect(found.map(({ agent_id, assignee_id }) => [agent_id, assignee_id])).to.deep.equal([
      [agent, assignee],
      [agent, other],
      [agent, assignee],
    ]);
    const [first, second, third] = found;
    expect(first?.until).to.deep.equal(second?.at);
    const times = [began, first?.at, second?.at, second?.until, third?.at].map(Number);
    expect(times).to.deep.equal([...times].sort((one, next) => one - next));
    expect(third?.until).to.equal(undefined);
  });

  it('are told with those of who took the leads, rings included, and with nobody else’s', async () => {
    const [{ id: one }, { id: two }, { id: three }] = await staff();
    await leave(one, two);
    await leave(two, three);
    await comeBack(one);
    await leave(three, one);
    expect((await reassignmentsOf(two)).map(({ agent_id }) => agent_id)).to.deep.equal([one, two, three]);
    const [{ id: stranger }] = await staff();
    expect(await reassignmentsOf(stranger)).to.deep.equal([]);
    for (const who of [{ workspaceId: 'ws_other' }, { ...as, mode: 'sandbox' }])
      expect(await reassignmentsOf(one, who)).to.deep.equal([]);
  });

  it('are not begun by what is refused, and once by deactivations at the same moment', async () => {
    const [{ id: agent }, { id: assignee }] = await staff();
    await leave(agent, 'agent_none', 422);
    await Promise.all([leave(agent, assignee), leave(agent, assignee), leave(agent, assignee)]);
    expect((await reassignmentsOf(agent)).filter(({ until }) => until === undefined)).to.have.length(1);
  });

  it('are the latest fifty of an agent', async () => {
    const [{ id: agent }, { id: assignee }, { id: last }] = await staff();
    await leave(agent, last);
    for (let time = 0; time < 50; time += 1) await leave(agent, assignee);
    const found = await reassignmentsOf(agent);
    expect(found.map(({ assignee_id }) => assignee_id)).to.deep.equal(Array.from({ length: 50 }, () => assignee));
  });
});
