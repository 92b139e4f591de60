import { AccountsServiceService } from '@plotline/protos/plotline/team/v1/accounts';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

describe('AccountsService.RecordPersonMoved', () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_moved' };
  const move = (agent_id: string) =>
    team().rpc(AccountsServiceService.recordPersonMoved, { agent_id }, callContext(as));
  const put = async (id: string, body: object) => (await team().request('PUT', `/v1/agents/${id}`, { body, as })).body;
  const activeSince = async (id: string) =>
    (await team().rpc(AgentsServiceService.getAgents, { ids: [id] }, callContext(as))).agents[0]?.active_since;
  const types = async (id: string) => (await team().journal(id)).map(({ type }) => type);

  it('makes a reactivation invite the agent again, once for repeated calls', async () => {
    await team().agent(as, { role: 'owner' });
    const { id } = await team().agent(as, { role: 'owner' }, 'inactive');
    expect(await activeSince(id)).to.be.greaterThan(0);
    await Promise.all([move(id), move(id)]);
    await move(id);
    expect(await activeSince(id)).to.equal(0);
    expect(await put(id, { status: 'active' })).to.include({ status: 'invited' });
    await move(id);
    expect(await types(id)).to.deep.equal(['created', 'activated', 'deactivated', 'person_moved', 'field_update']);
    const invitations = (await team().journal(id)).flatMap(({ events }) => events.map(({ name }) => name));
    expect(invitations.filter((name) => name === 'agent.invited')).to.have.length(2);
  });

  it('leaves no active owner without a person, so that the last owner with a person keeps the role', async () => {
    const workspace = { workspaceId: 'ws_moved_owner' };
    const real = await team().agent(workspace, { role: 'owner' });
    const { id } = await team().agent(workspace, { role: 'owner' });
    await team().rpc(AccountsServiceService.recordPersonMoved, { agent_id: id }, callContext(workspace));
    const demotion = { body: { role: 'admin' }, as: workspace };
    expect((await team().request('PUT', `/v1/agents/${real.id}`, demotion)).status).to.equal(409);
    expect((await team().request('GET', `/v1/agents/${id}`, { as: workspace })).body).to.include({ status: 'invited' });
  });

  it('is refused for an unknown agent and for the last active owner', async () => {
    const workspace = { workspaceId: 'ws_moved_last' };
    const { id } = await team().agent(workspace, { role: 'owner' });
    for (const [agent_id, code] of [
      ['agent_none', 'NOT_FOUND'],
      [id, 'CONFLICT'],
    ] as const) {
      const told = () => team().rpc(AccountsServiceService.recordPersonMoved, { agent_id }, callContext(workspace));
      expect((await refusalOf(told)).code).to.equal(code);
    }
  });
});
