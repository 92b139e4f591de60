import type { Caller } from '@plotline/kit/core/caller';
import { AccountsServiceService } from '@plotline/protos/plotline/team/v1/accounts';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { faultyFields, refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

describe('AgentsService', () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_rpc' };
  const foreignCallers = [{ workspaceId: 'ws_rpc_other' }, { ...as, mode: 'sandbox' as const }];
  const get = (ids: string[], who: Partial<Caller> = as) =>
    team().rpc(AgentsServiceService.getAgents, { ids }, callContext(who));
  const teammates = async (agent_id: string, who: Partial<Caller> = as) =>
    (await team().rpc(AgentsServiceService.getTeammates, { agent_id }, callContext(who))).agent_ids.sort();
  const activate = (agent_id: string, who: Partial<Caller> = as) =>
    team().rpc(AgentsServiceService.activateAgent, { agent_id }, callContext(who));

  it('GetAgents returns those of the given ids that are agents of the workspace, each once', async () => {
    const { id: team_id } = await team().team(as);
    const ada = await team().agent(as, { role: 'admin', team_id, commission: { rate: 0 } });
    const bo = await team().agent(as, {}, 'inactive');
    const { agents } = await get([ada.id, bo.id, ada.id, 'agent_none']);
    const byId = new Map(agents.map((agent) => [agent.id, agent]));
    expect(agents).to.have.length(2);
    const { active_since, ...rest } = byId.get(ada.id) ?? {};
    expect(active_since).to.be.closeTo(Date.now(), 60_000);
    expect(rest).to.deep.equal({
      id: ada.id,
      name: ada.name,
      email: ada.email,
      role: 'admin',
      status: 'active',
      team_id,
      commission_rate: 0,
      deactivated_at: 0,
      last_active: 0,
      sandbox_id: undefined,
      version: 2,
    });
    expect(byId.get(bo.id)).to.include({ status: 'inactive', team_id: '', commission_rate: undefined });
    for (const foreign of foreignCallers) expect((await get([ada.id], foreign)).agents).to.deep.equal([]);
    expect((await get([])).agents).to.deep.equal([]);
  });

  it("FindAgents finds the workspace's agents by id, external id, email and full name", async () => {
    const own = { workspaceId: 'ws_named' };
    const find = async (references: string[], who: Partial<Caller> = own) =>
      (await team().rpc(AgentsServiceService.findAgents, { references }, callContext(who))).found;
    const lina = await team().agent(own, { name: 'Lina  Nasser', external_id: 'CRM-7' });
    const [one, other] = [await team().agent(own, { name: 'Sam Lee' }), await team().agent(own, { name: 'Sam Lee' })];
    const gone = await team().agent(own, { name: 'Ada Gone' }, 'inactive');
    const named = [lina.id, 'CRM-7', lina.email.toUpperCase(), 'lina nasser'];
    expect(await find([...named, 'Nobody', ''])).to.deep.equal(
      named.map((reference) => ({ reference, count: 1, id: lina.id })),
    );
    expect(await find(['sam lee', one.email, other.id, 'Ada Gone'])).to.deep.equal([
      { reference: 'sam lee', count: 2, id: undefined },
      { reference: one.email, count: 1, id: one.id },
      { reference: other.id, count: 1, id: other.id },
      { reference: 'Ada Gone', count: 1, id: gone.id },
    ]);
    const foreign = [{ workspaceId: 'ws_named_other' }, { ...own, mode: 'sandbox' as const }];
    for (const who of foreign) expect(await find(named, who)).to.deep.equal([]);
  });

  it('GetAgents returns when an agent became active by acceptance or reactivation, or 0 if never', async () => {
    const since = async (id: string) => (await get([id])).agents[0]?.active_since ?? Number.NaN;
    const { id } = await team().agent(as, {}, 'invited');
    expect(await since(id)).to.equal(0);
    await activate(id);
    const accepted = await since(id);
    await activate(id);
    await team().request('POST', `/v1/agents/${id}/deactivate`, { as, body: {} });
    expect(await since(id)).to.equal(accepted);
    await team().request('PUT', `/v1/agents/${id}`, { as, body: { name: 'Still inactive' } });
    expect(await since(id)).to.equal(accepted);
    await team().request('PUT', `/v1/agents/${id}`, { as, body: { status: 'active' } });
    expect(await since(id)).to.be.greaterThan(accepted);
  });

  it('GetAgents returns when an agent was last deactivated, even after a reactivation, or 0 if never', async () => {
    const read = async (id: string) => (await get([id])).agents[0]?.deactivated_at ?? Number.NaN;
    const { id } = await team().agent(as);
    expect(await read(id)).to.equal(0);
    await team().request('POST', `/v1/agents/${id}/deactivate`, { as, body: {} });
    const at = await read(id);
    expect(at).to.be.closeTo(Date.now(), 60_000);
    await team().request('PUT', `/v1/agents/${id}`, { as, body: { status: 'active' } });
    expect(await read(id)).to.equal(at);
  });

  it('GetAgents returns when the person was last active, without creating a new version of the agent', async () => {
    const read = async (id: string) => (await get([id])).agents[0]?.last_active;
    const record = (agent_id: string, who: Partial<Caller> = as) =>
      team().rpc(AccountsServiceService.recordActivity, { agent_id }, callContext(who));
    const path = ({ id }: { id: string }) => `/v1/agents/${id}`;
    const agent = await team().agent(as);
    for (const foreign of foreignCallers) await record(agent.id, foreign);
    expect(await read(agent.id)).to.equal(0);
    const before = await team().request('GET', path(agent), { as });
    await record(agent.id);
    const at = await read(agent.id);
    expect(at).to.be.closeTo(Date.now(), 60_000);
    const after = await team().request('GET', path(agent), { as });
    expect(after.body).to.deep.equal({ ...before.body, last_active: new Date(at ?? 0).toISOString() });
    const headers = { 'if-match': before.headers.get('etag') ?? '' };
    const changed = await team().request('PUT', path(agent), { as, body: { name: 'Another name' }, headers });
    expect(changed.status).to.equal(200);
    expect(await read(agent.id)).to.equal(at);
    const invited = await team().agent(as, {}, 'invited');
    await record(invited.id);
    expect(await read(invited.id)).to.equal(0);
  });

  it('GetAgents returns on request the sandbox agent with the same email, unless inactive', async () => {
    const ids = async (id: string, with_sandbox_ids?: boolean) => {
      const request = { ids: [id], with_sandbox_ids };
      const { agents } = await team().rpc(AgentsServiceService.getAgents, request, callContext(as));
      return agents.map(({ sandbox_id }) => sandbox_id);
    };
    const inSandbox = { ...as, mode: 'sandbox' } as const;
    const { id, email } = await team().agent(as);
    await team().agent(inSandbox, { email }, 'inactive');
    await team().agent({ workspaceId: 'ws_rpc_other', mode: 'sandbox' }, { email });
    expect(await ids(id, true)).to.deep.equal([undefined]);
    const { id: sandboxId } = await team().agent(inSandbox, { email }, 'invited');
    expect(await ids(id, true)).to.deep.equal([sandboxId]);
    expect(await ids(id)).to.deep.equal([undefined]);
  });

  it('GetAgents accepts at most 1,000 ids', async () => {
    const ids = Array.from({ length: 1_001 }, (_, index) => `agent_${index}`);
    expect((await get(ids.slice(1))).agents).to.deep.equal([]);
    expect(await faultyFields(() => get(ids))).to.deep.equal(['ids']);
  });

  it('GetTeammates returns the whole team, only the agent if there is no team, and no one for an unknown agent', async () => {
    const { id: team_id } = await team().team(as);
    const [one, two, inactive] = [
      await team().agent(as, { team_id }),
      await team().agent(as, { team_id }, 'invited'),
      await team().agent(as, { team_id }, 'inactive'),
    ];
    const single = await team().agent(as);
    expect(await teammates(one.id)).to.deep.equal([one.id, two.id, inactive.id].sort());
    expect(await teammates(single.id)).to.deep.equal([single.id]);
    expect(await teammates('agent_none')).to.deep.equal([]);
    for (const foreign of foreignCallers) expect(await teammates(one.id, foreign)).to.deep.equal([]);
  });

  it('ActivateAgent activates an invited agent once, and leaves an inactive one unchanged', async () => {
    const invited = await team().agent(as, {}, 'invited');
    await Promise.all([activate(invited.id), activate(invited.id)]);
    await activate(invited.id);
    const read = await team().request('GET', `/v1/agents/${invited.id}`, { as });
    expect(read.body).to.deep.equal({ ...invited, status: 'active', updated_at: read.body.updated_at });
    expect((await team().journal(invited.id)).map(({ type }) => type)).to.deep.equal(['created', 'activated']);
    const inactive = await team().agent(as, {}, 'inactive');
    await activate(inactive.id);
    expect((await team().request('GET', `/v1/agents/${inactive.id}`, { as })).body).to.deep.equal(inactive);
  });

  it("ActivateAgent answers NOT_FOUND for an unknown agent and for another workspace's agent", async () => {
    const invited = await team().agent(as, {}, 'invited');
    expect((await refusalOf(() => activate('agent_none'))).code).to.equal('NOT_FOUND');
    for (const foreign of foreignCallers) {
      expect((await refusalOf(() => activate(invited.id, foreign))).code).to.equal('NOT_FOUND');
    }
  });

  it('GetAgents answers FORBIDDEN without a signed caller', async () => {
    const anonymous = { deadline: Date.now() + 5_000 };
    const problem = await refusalOf(() => team().rpc(AgentsServiceService.getAgents, { ids: ['agent_1'] }, anonymous));
    expect(problem.code).to.equal('FORBIDDEN');
  });
});
