import { createWorkspaceWithOwner } from '@plotline/auth/workspaces/api/create-workspace';
import { resume, suspend } from '@plotline/auth/workspaces/model/change-workspace';
import { createSystemCaller } from '@plotline/kit/core/caller';
import { VerificationServiceService as Verification } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember } from '../../support/members.js';

describe('a workspace that operators suspend or resume', () => {
  const auth = useFixture(startAuth);

  async function suspendNew(name: string) {
    const { id } = await auth().workspace(name);
    const { key } = await auth().key(id);
    const member = await addMember(auth(), id);
    const command = { caller: createSystemCaller({ workspaceId: id, mode: 'live' }, 'operator', 'request-1') };
    await auth().context.workspaces.change(command, (workspace, at) => suspend(workspace, 'payment', at), {
      type: 'suspended',
      description: 'Suspended.',
    });
    const restore = () =>
      auth().context.workspaces.change(command, resume, { type: 'resumed', description: 'Resumed.' });
    return { id, key, member, restore };
  }

  it('accepts no key and no session while it is suspended', async () => {
    const { id, key, member, restore } = await suspendNew('Behind with payments');
    const context = { deadline: Date.now() + 30_000 };
    const verifyKey = () => auth().rpc(Verification.verifyKey, { key, mode: 'live', address: '' }, context);
    const verifySession = () =>
      auth().rpc(Verification.verifySession, { token: member.token, workspace_id: id }, context);
    const keys = [{ key, mode: 'live', address: '' }];

    expect((await refusalOf(verifyKey)).code).to.equal('UNAUTHORIZED');
    expect((await refusalOf(verifySession)).code).to.equal('UNAUTHORIZED');
    const { verifications } = await auth().rpc(Verification.verifyKeys, { keys }, context);
    expect(verifications[0]?.key).to.equal(undefined);

    await restore();
    await Promise.all([verifyKey(), verifySession()]);
  });

  it('tells the gateway why its requests are refused', async () => {
    const { id, key, member } = await suspendNew('Behind again');
    const context = { deadline: Date.now() + 30_000 };
    const known = { with_suspended: true };
    const verified = await auth().rpc(Verification.verifyKey, { key, mode: 'live', address: '', ...known }, context);
    expect(verified.suspension).to.equal('payment');
    const session = { token: member.token, workspace_id: id, ...known };
    const { identity } = await auth().rpc(Verification.verifySession, session, context);
    expect(identity?.memberships[0]?.suspension).to.equal('payment');
  });

  it('lets a person read why it is suspended, and do nothing else', async () => {
    const { id, member } = await suspendNew('Behind for good');
    const ask = (method: string, path: string) =>
      auth().ask(method, path, {
        headers: { authorization: `Bearer ${member.token}`, 'x-workspace-id': id },
      });
    const session = await ask('GET', '/auth/session');
    expect(session.status).to.equal(200);
    expect(session.data.memberships[0]).to.include({ suspension: 'payment' });
    const refused = await ask('GET', '/auth/workspace');
    expect(refused.status).to.equal(403);
    expect(refused.error).to.include({ code: 'FORBIDDEN', reason: 'workspace_suspended' });
    expect(refused.error.data).to.deep.equal({ suspension: 'payment' });
    expect(refused.error.message).to.equal('The workspace is suspended. A payment is overdue.');
    expect((await ask('DELETE', '/auth/session')).status).to.equal(204);
  });

  it('shares its name with a new workspace only after confirmation', async () => {
    const request = { name: 'Twice', ownerEmail: 'twice@example.com', plan: 'starter', currency: 'USD' };
    const { workspace } = await createWorkspaceWithOwner(auth().context, { ...request, isAgain: false });
    const refusal = await refusalOf(() => createWorkspaceWithOwner(auth().context, { ...request, isAgain: false }));
    expect(refusal).to.include({ code: 'CONFLICT' });
    expect(refusal.message).to.include(workspace.id).and.to.include('--again');
    const again = await createWorkspaceWithOwner(auth().context, { ...request, isAgain: true });
    expect(again.workspace.id).to.not.equal(workspace.id);
  });
});
