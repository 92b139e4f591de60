import type { Caller } from '@plotline/kit/core/caller';
import { unavailable } from '@plotline/kit/core/errors';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

describe('the role of an agent', () => {
  const team = useFixture(startTeam);

  const as: Partial<Caller> = { workspaceId: 'ws_roles' };
  const sandbox: Partial<Caller> = { ...as, mode: 'sandbox' };
  const put = (id: string, body: object, who = as) => team().request('PUT', `/v1/agents/${id}`, { body, as: who });
  const deactivate = (id: string, who = as) =>
    team().request('POST', `/v1/agents/${id}/deactivate`, { body: {}, as: who });
  const reportsOf = (id: string) => team().accounts.roles.filter(({ agent_id }) => agent_id === id);
  const lastOf = (id: string) => reportsOf(id).at(-1);

  it('is reported to auth before the response is sent, with each change of role, status or address', async () => {
    const { id } = await team().agent(as);
    expect(lastOf(id)).to.include({ role: 'agent', status: 'active', deactivated_at: 0 });
    await put(id, { role: 'viewer' });
    expect(lastOf(id)).to.include({ role: 'viewer', status: 'active' });
    await put(id, { name: 'Other', commission: { rate: 0.1 } });
    expect(reportsOf(id)).to.have.length(2);
    await deactivate(id);
    expect(lastOf(id)).to.include({ status: 'inactive' });
    expect(lastOf(id)?.deactivated_at).to.be.greaterThan(0);
    await deactivate(id);
    expect(reportsOf(id)).to.have.length(3);
    await put(id, { status: 'active' });
    expect(lastOf(id)).to.include({ status: 'active' });
    const versions = reportsOf(id).map(({ agent_version }) => agent_version);
    expect(versions).to.deep.equal(versions.toSorted((one, other) => one - other));
    expect(new Set(versions).size).to.equal(4);
  });

  it('is reported with the sandbox agent that has the same address, after every change', async () => {
    const email = 'both@example.com';
    const { id } = await team().agent(as, { email });
    expect(lastOf(id)?.sandbox_agent_id).to.equal(undefined);
    const twin = await team().agent(sandbox, { email }, 'invited');
    expect(lastOf(id)?.sandbox_agent_id).to.equal(twin.id);
    await put(twin.id, { email: 'elsewhere@example.com' }, sandbox);
    expect(lastOf(id)?.sandbox_agent_id).to.equal(undefined);
    await put(twin.id, { email }, sandbox);
    await deactivate(twin.id, sandbox);
    expect(lastOf(id)?.sandbox_agent_id).to.equal(undefined);
    expect(reportsOf(twin.id), 'agents of the sandbox have no accounts').to.deep.equal([]);
  });

  it('can change while auth is unavailable, and reaches auth by an event', async () => {
    const { id } = await team().agent(as);
    const before = await team().countAccessChanges(id);
    team().accounts.assignRole = () => Promise.reject(unavailable('Away.', 'the auth service is away'));
    expect((await put(id, { role: 'viewer' })).status).to.equal(200);
    expect((await deactivate(id)).body).to.include({ status: 'inactive' });
    expect(await team().countAccessChanges(id)).to.equal(before + 2);
  });
});
