import { createChecks } from '@plotline/auth/checks';
import { followRoles } from '@plotline/auth/directory/work/follow-roles';
import { createRoleReconciliation } from '@plotline/auth/directory/work/reconcile-roles';
import { unavailable } from '@plotline/kit/core/errors';
import type { Inconsistency } from '@plotline/kit/ops/doctor/check';
import { AccessServiceService as AccessService } from '@plotline/protos/plotline/auth/v1/access';
import { VerificationServiceService as Verification } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember, type Member } from '../../support/members.js';

describe('the roles that the auth service stores', () => {
  const auth = useFixture(startAuth);
  let workspaceId: string;
  let member: Member;
  let workspaces = 0;
  beforeEach(async () => {
    workspaces += 1;
    workspaceId = (await auth().workspace(`Roles ${workspaces}`)).id;
    member = await addMember(auth(), workspaceId, 'admin');
  });

  const collection = () => auth().runtime.databases.live.collection<{ _id: string }>('role_assignments');
  const forget = () => collection().deleteOne({ _id: member.agentId });
  const verify = async () => {
    const request = { token: member.token, workspace_id: workspaceId };
    const { identity } = await auth().rpc(Verification.verifySession, request, { deadline: Date.now() + 10_000 });
    return identity?.memberships[0]?.role;
  };
  const refuse = async () => expect((await refusalOf(verify)).code).to.equal('UNAUTHORIZED');

  /** Runs the work while every call to the team service fails. */
  async function withoutTeam(work: () => Promise<unknown>): Promise<void> {
    const away = () => Promise.reject(unavailable('Away.', 'the team service is away'));
    const { client } = auth().agents;
    const present = { ...client };
    Object.assign(client, Object.fromEntries(Object.keys(client).map((name) => [name, away])));
    try {
      await work();
    } finally {
      Object.assign(client, present);
    }
  }

  it('verify a session, and end its access immediately, even while the team service is stopped', async () => {
    await withoutTeam(async () => {
      expect(await verify()).to.equal('admin');
      await auth().agents.put(workspaceId, member.agentId, { role: 'viewer' });
      expect(await verify()).to.equal('viewer');
      await auth().agents.put(workspaceId, member.agentId, { status: 'inactive' });
      await refuse();
    });
  });

  it('are not overwritten by a late report with an older version', async () => {
    await auth().agents.put(workspaceId, member.agentId, { status: 'inactive', version: 9 });
    await auth().agents.put(workspaceId, member.agentId, { status: 'active', version: 8 });
    await refuse();
  });

  it('are those from the newest of several simultaneous reports', async () => {
    const versions = [14, 11, 19, 12, 18, 15, 13, 17, 16, 10];
    const role = (version: number) => (version === 19 ? 'viewer' : 'owner');
    await Promise.all(
      versions.map((version) => auth().agents.put(workspaceId, member.agentId, { version, role: role(version) })),
    );
    expect(await verify()).to.equal('viewer');
  });

  it('are requested once from the team service for a member who joined before roles were stored', async () => {
    await forget();
    await withoutTeam(async () => expect((await refusalOf(verify)).code).to.equal('SERVICE_UNAVAILABLE'));
    expect(await verify()).to.equal('admin');
    await withoutTeam(async () => expect(await verify()).to.equal('admin'));
  });

  it('are updated by the event when the report was lost', async () => {
    auth().agents.store(workspaceId, member.agentId, { role: 'viewer' });
    expect(await verify()).to.equal('admin');
    const payload = JSON.stringify({
      id: 'evt_1',
      event: 'agent.access_changed',
      timestamp: '2026-03-01T09:30:00.000Z',
      workspace_id: workspaceId,
      data: { agent_id: member.agentId },
    });
    const event = { id: 'evt_1', name: 'agent.access_changed', mode: 'live', payload, requestId: 'req_1' } as const;
    await followRoles(auth().context).handle(event);
    expect(await verify()).to.equal('viewer');
  });

  it('are reconciled with the roles in the team service, even after its database was restored', async () => {
    await auth().agents.put(workspaceId, member.agentId, { status: 'inactive', version: 30 });
    auth().agents.store(workspaceId, member.agentId, { status: 'active', version: 4 });
    const [check] = createChecks(auth().context).filter(({ name }) => name === 'membership_role');
    const find = async () => {
      const found: Inconsistency[] = [];
      for await (const one of check?.find({ mode: 'live', workspaceId }) ?? []) found.push(one);
      return found;
    };
    expect(await find()).to.deep.equal([
      { workspace_id: workspaceId, id: member.agentId, expected: 'admin, active', found: 'admin, inactive' },
    ]);
    await createRoleReconciliation(auth().context).run();
    expect(await find()).to.deep.equal([]);
    expect(await verify()).to.equal('admin');
    await forget();
    expect(await find()).to.have.length(1);
    await check?.repair?.({ mode: 'live', workspaceId }, await find());
    expect(await find()).to.deep.equal([]);
  });

  it('are refused for the sandbox and for people without an agent', async () => {
    const complete = { agent_id: 'agent_x', agent_version: 1, role: 'agent', status: 'active' };
    const request = { ...complete, active_since: 0, deactivated_at: 0 };
    const assign = (change: object, mode: 'live' | 'sandbox' = 'live') =>
      refusalOf(() =>
        auth().rpc(AccessService.assignRole, { ...request, ...change }, callContext({ workspaceId, mode })),
      );
    expect((await assign({}, 'sandbox')).code).to.equal('FORBIDDEN');
    expect((await assign({ agent_id: '' })).details).to.deep.equal([{ field: 'agent_id', message: 'is required' }]);
  });

  it("no longer include a sandbox's agents after the sandbox is reset", async () => {
    const owner = await addMember(auth(), workspaceId, 'owner');
    await auth().agents.put(workspaceId, member.agentId, { sandbox_id: 'agent_of_the_sandbox' });
    expect((await owner.ask('POST', '/auth/sandbox/reset')).status).to.equal(202);
    expect(await collection().findOne({ _id: member.agentId })).to.include({ sandbox_agent_id: null });
  });
});
