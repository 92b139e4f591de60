import { createWorkspaceWithOwner } from '@plotline/auth/workspaces/api/create-workspace';
import { resume, suspend } from '@plotline/auth/workspaces/model/change-workspace';
import { createSystemCaller } from '@plotline/kit/core/caller';
import { VerificationServiceService as Verification } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember } from '../../support/members.js';

describe('a workspace that operators manage', () => {
  const auth = useFixture(startAuth);

  it('accepts no key and no sign-in from its suspension until it is resumed', async () => {
    const { id } = await auth().workspace('Behind with payments');
    const { key } = await auth().key(id);
    const member = await addMember(auth(), id);
    const context = { deadline: Date.now() + 30_000 };
    const verifyKey = () => auth().rpc(Verification.verifyKey, { key, mode: 'live', address: '' }, context);
    const verifySession = () =>
      auth().rpc(Verification.verifySession, { token: member.token, workspace_id: id }, context);
    const command = { caller: createSystemCaller({ workspaceId: id, mode: 'live' }, 'operator', 'request-1') };
    const suspended = { type: 'suspended', description: 'Suspended.' };
    await Promise.all([verifyKey(), verifySession()]);

    await auth().context.workspaces.change(command, suspend, suspended);
    expect((await refusalOf(verifyKey)).code).to.equal('UNAUTHORIZED');
    expect((await refusalOf(verifySession)).code).to.equal('UNAUTHORIZED');
    const { verifications } = await auth().rpc(
      Verification.verifyKeys,
      { keys: [{ key, mode: 'live', address: '' }] },
      context,
    );
    expect(verifications[0]?.key).to.equal(undefined);

    await auth().context.workspaces.change(command, resume, suspended);
    await Promise.all([verifyKey(), verifySession()]);
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
