import type { Caller } from '@plotline/kit/core/caller';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

describe("changing another person's account", () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_access' };
  const by = (role: string, scopes: readonly string[] = ['admin']): Partial<Caller> => {
    return { ...as, scopes, actor: { type: 'user', id: 'user_me', name: 'Me', role, agentId: 'agent_me' } };
  };
  const agentsKey: Partial<Caller> = { ...as, scopes: ['write:agents'] };
  const put = (id: string, body: object, who: Partial<Caller>) =>
    team().request('PUT', `/v1/agents/${id}`, { body, as: who });
  const deactivate = (id: string, who: Partial<Caller>) =>
    team().request('POST', `/v1/agents/${id}/deactivate`, { body: {}, as: who });
  let invited = 0;
  const invite = (role: string, who: Partial<Caller>) => {
    invited += 1;
    const body = { name: 'New', email: `access${invited}@example.com`, role };
    return team().request('POST', '/v1/agents', { body, as: who });
  };
  const read = async (id: string) => (await team().request('GET', `/v1/agents/${id}`, { as })).body;

  it('is refused with 403 and the reason, the field and the allowed roles, and changes nothing', async () => {
    const owner = await team().agent(as, { role: 'owner' });
    const agent = await team().agent(as);
    const mine = { email: 'mine@example.com' };
    const refusals: readonly (readonly [typeof owner, () => ReturnType<typeof put>, string, string])[] = [
      [agent, () => put(agent.id, { role: 'owner', name: 'Boss' }, by('admin')), 'role_above_own', 'role'],
      [agent, () => put(agent.id, { role: 'viewer' }, agentsKey), 'admin_scope_required', 'role'],
      [agent, () => put(agent.id, mine, by('owner', ['write:agents'])), 'admin_scope_required', 'email'],
      [owner, () => put(owner.id, mine, by('admin')), 'owner_required', 'email'],
      [owner, () => put(owner.id, { role: 'viewer' }, by('admin')), 'owner_required', 'role'],
      [owner, () => deactivate(owner.id, by('admin')), 'owner_required', 'status'],
      [owner, () => deactivate(owner.id, agentsKey), 'owner_required', 'status'],
    ];
    for (const [target, attempt, why, field] of refusals) {
      const { status, body } = await attempt();
      expect([status, body.code, body.reason]).to.deep.equal([403, 'FORBIDDEN', why]);
      expect(body.details, why).to.deep.equal([{ field, message: body.message }]);
      expect(body.message).to.match(
        / owners(?: and admins)? whose credential has the scope admin, or by keys with that scope\.$/,
      );
      expect(await read(target.id)).to.deep.equal(target);
    }
  });

  it('lets admins, owners and keys with the admin scope make the changes that their role covers', async () => {
    const owner = await team().agent(as, { role: 'owner' });
    const agent = await team().agent(as);
    for (const [id, body, who] of [
      [agent.id, { role: 'admin' }, by('admin')],
      [agent.id, { role: 'owner' }, by('owner')],
      [agent.id, { role: 'viewer', email: 'viewer@example.com' }, as],
      [owner.id, { name: 'Renamed' }, agentsKey],
    ] as const) {
      expect((await put(id, body, who)).body).to.deep.include(body);
    }
    expect((await deactivate(agent.id, agentsKey)).body).to.include({ status: 'inactive' });
    expect((await put(agent.id, { email: agent.email }, as)).status).to.equal(200);
    expect((await put(agent.id, { status: 'active' }, agentsKey)).body).to.include({ status: 'active' });
  });

  it('lets no one invite a person with a role that the inviter may not give', async () => {
    for (const [role, who, expected] of [
      ['owner', by('admin'), 403],
      ['admin', by('admin'), 201],
      ['admin', agentsKey, 403],
      ['agent', agentsKey, 201],
      ['admin', by('owner', ['read:agents', 'write:agents']), 403],
      ['owner', by('owner'), 201],
      ['owner', as, 201],
    ] as const) {
      expect((await invite(role, who)).status, `${role} ${expected}`).to.equal(expected);
    }
  });

  it('accepts the unchanged body of a GET from a key without the admin scope', async () => {
    const owner = await team().agent(as, { role: 'owner' });
    expect((await put(owner.id, owner, agentsKey)).body).to.deep.equal(owner);
  });

  it('sends a new invitation to an inactive agent who never accepted, except in the sandbox', async () => {
    const { id } = await team().agent(as, {}, 'invited');
    await deactivate(id, as);
    expect((await put(id, { status: 'active' }, as)).body).to.include({ status: 'invited' });
    const sandbox: Partial<Caller> = { ...as, mode: 'sandbox' };
    const data = await team().agent(sandbox, {}, 'invited');
    await deactivate(data.id, sandbox);
    expect((await put(data.id, { status: 'active' }, sandbox)).body).to.include({ status: 'active' });
  });

  it('invites the new address instead of reactivating after a change of email, and locks out the previous account', async () => {
    const { id } = await team().agent(as);
    await deactivate(id, as);
    const email = 'successor@example.com';
    expect((await put(id, { email }, as)).body).to.include({ status: 'inactive', email });
    expect((await put(id, { status: 'active' }, as)).body).to.include({ status: 'invited', email });
    const { agents } = await team().rpc(AgentsServiceService.getAgents, { ids: [id] }, callContext(as));
    expect(agents[0]).to.include({ status: 'invited', active_since: 0 });
    const invitations = (await team().journal(id)).flatMap(({ events }) => events);
    const sent = invitations.filter(({ name }) => name === 'agent.invited');
    expect(JSON.parse(sent.at(-1)?.payload ?? 'null').data).to.include({ agent_id: id, email });
  });

  it('publishes agent.access_changed for each change of role or status, to live gateways only', async () => {
    const { id } = await team().agent(as);
    const count = () => team().countAccessChanges(id);
    expect(await count()).to.equal(1);
    await put(id, { name: 'Other', commission: { rate: 0.1 } }, as);
    expect(await count()).to.equal(1);
    await put(id, { role: 'viewer' }, as);
    await deactivate(id, as);
    await deactivate(id, as);
    await put(id, { status: 'active' }, as);
    expect(await count()).to.equal(4);
    const sandbox: Partial<Caller> = { ...as, mode: 'sandbox' };
    const data = await team().agent(sandbox, {}, 'inactive');
    const entries = await team().journal(data.id, sandbox);
    expect(entries.flatMap(({ events }) => events.map(({ name }) => name))).to.deep.equal([
      'agent.created',
      'agent.deactivated',
    ]);
  });
});
