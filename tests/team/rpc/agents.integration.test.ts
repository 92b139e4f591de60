import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { faultyFields, refusalOf } from '../../support/refusal-of.js';
import { testCaller } from '../../support/test-runtime.js';
import { startTeam, type TeamService } from '../support/team.js';

describe('what other services ask team', () => {
  let team: TeamService;
  before(async () => {
    team = await startTeam();
  });
  after(() => team.stop());

  const as = { workspaceId: 'ws_rpc' };
  const strangers = [{ workspaceId: 'ws_rpc_other' }, { ...as, mode: 'sandbox' as const }];
  const by = (who: object = as) => ({ caller: testCaller('', 'live', who) });
  const get = (ids: string[], who?: object) => team.rpc(AgentsServiceService.getAgents, { ids }, by(who));
  const mates = async (agent_id: string, who?: object) =>
    (await team.rpc(AgentsServiceService.getTeammates, { agent_id }, by(who))).agent_ids.sort();
  const activate = (agent_id: string, who?: object) =>
    team.rpc(AgentsServiceService.activateAgent, { agent_id }, by(who));

  it('GetAgents gives those of the workspace, each once, with what is known of them', async () => {
    const { id: team_id } = await team.team(as);
    const ada = await team.agent(as, { role: 'admin', team_id, commission: { rate: 0 } });
    const bo = await team.agent(as, {}, 'inactive');
    const { agents } = await get([ada.id, bo.id, ada.id, 'agent_none']);
    const byId = new Map(agents.map((agent) => [agent.id, agent]));
    expect(agents).to.have.length(2);
    expect(byId.get(ada.id)).to.deep.equal({
      id: ada.id,
      name: ada.name,
      email: ada.email,
      role: 'admin',
      status: 'active',
      team_id,
      commission_rate: 0,
    });
    expect(byId.get(bo.id)).to.include({ status: 'inactive', team_id: '', commission_rate: undefined });
    for (const stranger of strangers) expect((await get([ada.id], stranger)).agents).to.deep.equal([]);
    expect((await get([])).agents).to.deep.equal([]);
  });

  it('GetAgents takes 1,000 ids and no more', async () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => `agent_${index}`);
    expect((await get(ids.slice(1))).agents).to.deep.equal([]);
    expect(await faultyFields(() => get(ids))).to.deep.equal(['ids']);
  });

  it('GetTeammates gives the whole team, the agent alone without one, and nobody for who is unknown', async () => {
    const { id: team_id } = await team.team(as);
    const [one, two, gone] = [
      await team.agent(as, { team_id }),
      await team.agent(as, { team_id }, 'invited'),
      await team.agent(as, { team_id }, 'inactive'),
    ];
    const loner = await team.agent(as);
    expect(await mates(one.id)).to.deep.equal([one.id, two.id, gone.id].sort());
    expect(await mates(loner.id)).to.deep.equal([loner.id]);
    expect(await mates('agent_none')).to.deep.equal([]);
    for (const stranger of strangers) expect(await mates(one.id, stranger)).to.deep.equal([]);
  });

  it('ActivateAgent accepts an invitation once, and brings nobody back', async () => {
    const invited = await team.agent(as, {}, 'invited');
    await Promise.all([activate(invited.id), activate(invited.id)]);
    await activate(invited.id);
    const read = await team.request('GET', `/v1/agents/${invited.id}`, { as });
    expect(read.body).to.deep.equal({ ...invited, status: 'active', updated_at: read.body.updated_at });
    expect((await team.journal(invited.id)).map(({ type }) => type)).to.deep.equal(['created', 'activated']);
    const gone = await team.agent(as, {}, 'inactive');
    await activate(gone.id);
    expect((await team.request('GET', `/v1/agents/${gone.id}`, { as })).body).to.deep.equal(gone);
  });

  it('ActivateAgent is NOT_FOUND for who is unknown or another workspace’s', async () => {
    const invited = await team.agent(as, {}, 'invited');
    expect((await refusalOf(() => activate('agent_none'))).code).to.equal('NOT_FOUND');
    for (const stranger of strangers) {
      expect((await refusalOf(() => activate(invited.id, stranger))).code).to.equal('NOT_FOUND');
    }
  });

  it('is answered to callers of the house only', async () => {
    const anonymous = { deadline: Date.now() + 5_000 };
    const problem = await refusalOf(() => team.rpc(AgentsServiceService.getAgents, { ids: ['agent_1'] }, anonymous));
    expect(problem.code).to.equal('FORBIDDEN');
  });
});
