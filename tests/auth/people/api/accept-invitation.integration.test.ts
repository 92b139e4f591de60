import { readInvitation } from '@plotline/auth/people/api/open-invitation';
import { createWorkspaceWithOwner } from '@plotline/auth/workspaces/api/create-workspace';
import { InvitationsServiceService } from '@plotline/protos/plotline/auth/v1/invitations';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember } from '../../support/members.js';

const password = 'harbour lights at nine';

describe('accepting an invitation', () => {
  const auth = useFixturePerTest(startAuth);
  let workspaceId: string;
  beforeEach(async () => {
    ({ id: workspaceId } = await auth().workspace('Harbour'));
  });

  /** Invites an agent and resolves to the token in the email. */
  async function invite(email: string, agentId = 'agent_ada', version = 1): Promise<string> {
    await auth().agents.put(workspaceId, agentId, { email, status: 'invited', role: 'admin' });
    const request = { agent_id: agentId, agent_version: version, email, name: 'Ada Lopez' };
    await auth().rpc(InvitationsServiceService.sendInvitation, request, callContext({ workspaceId }));
    return (await auth().mailbox.last(email, /Join/)).token;
  }
  const accept = (body: object, headers = {}) => auth().ask('POST', '/auth/invitations/accept', { body, headers });
  const statusOf = (agentId = 'agent_ada') =>
    auth()
      .agents.list(workspaceId)
      .find(({ id }) => id === agentId)?.status;

  it('lets a new person choose a password, and signs the person in', async () => {
    const token = await invite('ada@example.com');
    const reply = await accept({ token, password }, { prefer: 'return=token' });
    expect(reply.status).to.equal(201);
    expect(reply.data.person).to.include({ email: 'ada@example.com', name: 'Ada Lopez' });
    expect(reply.data.memberships[0]).to.deep.include({ role: 'admin', agent_id: 'agent_ada' });
    expect(statusOf()).to.equal('active');
    const login = { email: 'ada@example.com', password };
    expect((await auth().ask('POST', '/auth/session', { body: login })).status).to.equal(201);
  });

  it('takes effect once when the link is redeemed several times simultaneously', async () => {
    const token = await invite('ada@example.com');
    const replies = await Promise.all(Array.from({ length: 10 }, () => accept({ token, password })));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(1);
    for (const { status } of replies) expect([201, 401, 409, 422]).to.include(status);
    expect((await accept({ token, password })).status).to.equal(422);
  });

  it('requires a person with an account to have a session or enter the password', async () => {
    const member = await addMember(auth(), (await auth().workspace('Elsewhere')).id);
    const token = await invite(member.email);
    const nobody = await accept({ token });
    expect([nobody.status, nobody.error.reason]).to.deep.equal([401, 'sign_in_required']);
    const wrong = await accept({ token, password: 'a wrong password' });
    expect([wrong.status, wrong.error.reason]).to.deep.equal([401, 'wrong_credentials']);
    const stranger = await addMember(auth(), (await auth().workspace('A third')).id);
    const other = await accept({ token }, { authorization: `Bearer ${stranger.token}` });
    expect([other.status, other.error.reason]).to.deep.equal([401, 'sign_in_required']);
    expect(statusOf()).to.equal('invited');
    const signedIn = await accept({ token }, { authorization: `Bearer ${member.token}`, prefer: 'return=token' });
    expect(signedIn.status).to.equal(201);
    expect(signedIn.data.person.id).to.equal(member.personId);
    expect(signedIn.data.memberships).to.have.length(2);

    const second = await addMember(auth(), (await auth().workspace('Yet another')).id);
    const byPassword = await accept({ token: await invite(second.email, 'agent_second'), password: second.password });
    expect([byPassword.status, byPassword.data.person.id]).to.deep.equal([201, second.personId]);
  });

  it('is refused when the agent was deactivated, got a different email or was invited again', async () => {
    const token = await invite('ada@example.com');
    await auth().agents.put(workspaceId, 'agent_ada', { status: 'inactive' });
    expect((await accept({ token, password })).status).to.equal(422);
    await auth().agents.put(workspaceId, 'agent_ada', { status: 'invited', email: 'new@example.com' });
    expect((await accept({ token, password })).status).to.equal(422);
    const newer = await invite('new@example.com', 'agent_ada', 2);
    await auth().agents.put(workspaceId, 'agent_ada', { email: 'ada@example.com' });
    expect((await accept({ token, password })).status).to.equal(422);
    await auth().agents.put(workspaceId, 'agent_ada', { email: 'new@example.com' });
    expect((await accept({ token: newer, password })).status).to.equal(201);
  });

  it("adds no one to the workspace if the agent's email changes during the acceptance", async () => {
    const token = await invite('ada@example.com');
    auth().agents.onCall = async () => auth().agents.put(workspaceId, 'agent_ada', { email: 'new@example.com' });
    expect((await accept({ token, password })).status).to.equal(403);
    expect(await auth().runtime.databases.live.collection('memberships').countDocuments()).to.equal(0);
  });

  it('continues after the process died or the team service was down', async () => {
    const token = await invite('ada@example.com');
    auth().agents.onCall = () => Promise.reject(new Error('killed'));
    expect((await accept({ token, password })).status).to.equal(503);
    expect(statusOf()).to.equal('invited');
    auth().agents.onCall = async () => undefined;
    auth().passTime(60_000);
    await eventually(() => expect(statusOf()).to.equal('active'));
    const login = { email: 'ada@example.com', password };
    expect((await auth().ask('POST', '/auth/session', { body: login })).status).to.equal(201);
  });

  it('is refused for a person who is already a different agent of the workspace', async () => {
    const member = await addMember(auth(), workspaceId);
    const token = await invite(member.email);
    expect((await accept({ token, password: member.password })).status).to.equal(409);
  });

  describe('as a person whose previous agent is inactive', () => {
    const become = async (email: string, agentId: string, version: number) =>
      (await accept({ token: await invite(email, agentId, version), password })).status;
    const countMoves = () =>
      auth().runtime.databases.live.collection('team_updates').countDocuments({ kind: 'person_moved' });
    const deactivate = (agentId: string) => auth().agents.put(workspaceId, agentId, { status: 'inactive' });

    it('notifies the team service that the previous agent has no person', async () => {
      expect(await become('ada@example.com', 'agent_ada', 1)).to.equal(201);
      expect(auth().agents.left).to.deep.equal([]);
      await deactivate('agent_ada');
      expect(await become('ada@example.com', 'agent_twin', 1)).to.equal(201);
      expect(auth().agents.left).to.deep.equal(['agent_ada']);
      expect(await countMoves()).to.equal(0);
    });

    it('notifies the team service after an outage, unless the agent has a person again by then', async () => {
      await become('ada@example.com', 'agent_ada', 1);
      await deactivate('agent_ada');
      auth().agents.onCall = async (name) => {
        if (name === 'recordPersonMoved') throw new Error('away');
      };
      expect(await become('ada@example.com', 'agent_twin', 1)).to.equal(201);
      await deactivate('agent_twin');
      auth().passTime(3_600_000);
      expect(await become('ada@example.com', 'agent_ada', 2)).to.equal(201);
      expect(auth().agents.left).to.deep.equal([]);
      auth().agents.onCall = async () => undefined;
      auth().passTime(3_600_000);
      await eventually(async () => expect(await countMoves()).to.equal(0));
      expect(auth().agents.left).to.deep.equal(['agent_twin']);
    });
  });

  it('works only with the link in the latest email', async () => {
    const owner = await addMember(auth(), workspaceId);
    const first = await invite('ada@example.com');
    const again = await owner.ask('POST', '/auth/invitations/agent_ada/resend');
    expect(again.status).to.equal(202);
    expect(Date.parse(again.data.invitation_sent_at)).to.be.closeTo(Date.now(), 60_000);
    const second = (await auth().mailbox.last('ada@example.com')).token;
    expect((await accept({ token: first, password })).status).to.equal(422);
    expect((await accept({ token: second, password })).status).to.equal(201);
    expect((await owner.ask('POST', '/auth/invitations/agent_ada/resend')).status).to.equal(409);
    expect((await owner.ask('POST', '/auth/invitations/agent_none/resend')).status).to.equal(404);
    const agent = await addMember(auth(), workspaceId, 'agent');
    expect((await agent.ask('POST', '/auth/invitations/agent_ada/resend')).status).to.equal(403);
  });

  it('offers a page that shows the invitation without redeeming it', async () => {
    const read = (token: string) => readInvitation(auth().context, token, null);
    const shown = { name: 'Ada Lopez', workspaceName: 'Harbour' };
    const token = await invite('ada@example.com');
    for (const _ of [1, 2]) {
      expect(await read(token)).to.deep.equal({ ...shown, email: 'ada@example.com', invitee: 'new_person' });
    }
    const { email } = await addMember(auth(), (await auth().workspace('Elsewhere')).id);
    expect(await read(await invite(email, 'agent_known'))).to.deep.equal({ ...shown, email, invitee: 'known_person' });
    expect((await accept({ token, password })).status).to.equal(201);
  });

  it('creates the first owner of a workspace that an operator created', async () => {
    const request = { name: 'New', ownerEmail: 'Olu@example.com', plan: 'enterprise', currency: 'EUR' };
    const { workspace, invitationUrl } = await createWorkspaceWithOwner(auth().context, { ...request, isAgain: true });
    const twin = await createWorkspaceWithOwner(auth().context, { ...request, isAgain: true });
    expect(twin.workspace.id).to.not.equal(workspace.id);
    const token = new URL(invitationUrl).searchParams.get('token');
    const reply = await accept({ token, password, name: 'Olu' });
    expect(reply.status).to.equal(201);
    expect(reply.data.memberships[0].workspace).to.include({ id: workspace.id, name: 'New', plan: 'enterprise' });
    expect(reply.data.memberships[0]).to.include({ role: 'owner' });
  });

  it('is possible within seven days', async () => {
    const token = await invite('ada@example.com');
    auth().passTime(7 * 24 * 3_600_000 + 1);
    expect((await accept({ token, password })).status).to.equal(422);
  });
});
