import { AdministrationServiceService as Administration } from '@plotline/protos/plotline/auth/v1/administration';
import { VerificationServiceService as Verification } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { administration, startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';
import { browse, joinAnother, type Login, openBrowser, signIn } from '../../support/people.js';
import { setUpSecondFactor } from '../../support/second-factor.js';

describe('second factor', () => {
  const auth = useFixture(startAuth);
  const setUp = (login: Login) => setUpSecondFactor(auth(), login);

  describe('reset for a colleague', () => {
    async function colleague(role: string) {
      const owner = await createMember(auth(), 'owner');
      const agentId = `${owner.agentId}_${role}_colleague`;
      const login = { email: `${agentId}@example.com`, password: 'the password of another' };
      await auth().agents.put(owner.workspace.id, agentId, { role });
      const member = { workspace_id: owner.workspace.id, name: 'Bo', agent_id: agentId, ...login };
      await auth().rpc(Administration.addMember, member, administration(owner.workspace.id));
      return { owner, login, agentId };
    }
    const path = (agentId: string) => `/auth/agents/${agentId}/reset-two-factor`;

    it('is possible for an owner or admin; the person is notified and then signs in with only the password', async () => {
      const { owner, login, agentId } = await colleague('agent');
      const { browser: lost } = await setUp(login);
      const browser = await openBrowser(auth(), owner.login);
      expect((await browser.ask('POST', path(agentId))).status).to.equal(204);
      expect((await lost.ask('GET', '/auth/session')).status).to.equal(401);
      expect((await signIn(auth(), login)).status).to.equal(201);
      expect((await auth().mailbox.last(login.email, /was reset/)).text).to.include('Ada Lopez reset');
      const { data } = await browser.ask('GET', '/auth/audit?type=two_factor_reset');
      expect(data[0].actor.id).to.equal(owner.personId);
      expect((await browser.ask('POST', path(agentId))).status, 'there is none').to.equal(409);
    });

    it('is not possible for oneself, by an admin for an owner, for people in other workspaces, or long after sign-in', async () => {
      const { owner, login, agentId } = await colleague('admin');
      await setUp(login);
      const browser = await openBrowser(auth(), owner.login);
      expect((await browser.ask('POST', path(owner.agentId))).status).to.equal(409);
      expect((await browser.ask('POST', path('agent_none'))).status).to.equal(404);
      await joinAnother(auth(), login);
      expect((await browser.ask('POST', path(agentId))).status).to.equal(409);
      const other = await colleague('admin');
      const admin = await openBrowser(auth(), other.login);
      const refused = await admin.ask('POST', path(other.owner.agentId));
      expect([refused.status, refused.error.reason]).to.deep.equal([403, 'owner_required']);
      auth().passTime(15 * 60_000 + 1_000);
      expect((await browser.ask('POST', path(agentId))).error.reason).to.equal('sign_in_again');
    });
  });

  describe('required by a workspace', () => {
    const verify = (token: string, with_missing_factor?: boolean) =>
      auth().rpc(
        Verification.verifySession,
        { token, workspace_id: '', with_missing_factor },
        { deadline: Date.now() + 10_000 },
      );

    async function requireIt(role: string) {
      const owner = await createMember(auth(), 'owner');
      const { browser } = await setUp(owner.login);
      expect((await browser.ask('PUT', '/auth/workspace', { require_two_factor: true })).status).to.equal(200);
      const agentId = `${owner.agentId}_${role}`;
      const login = { email: `${agentId}@example.com`, password: 'the password of another' };
      await auth().agents.put(owner.workspace.id, agentId, { role });
      const member = { workspace_id: owner.workspace.id, name: 'Bo', agent_id: agentId, ...login };
      await auth().rpc(Administration.addMember, member, administration(owner.workspace.id));
      return { owner: browser, login };
    }

    it('can be required only by a person who has set up a second factor', async () => {
      const { login } = await createMember(auth(), 'owner');
      const browser = await openBrowser(auth(), login);
      const reply = await browser.ask('PUT', '/auth/workspace', { require_two_factor: true });
      expect([reply.status, reply.error.reason]).to.deep.equal([409, 'two_factor_setup_required']);
    });

    for (const role of ['owner', 'admin']) {
      it(`lets an ${role} without a second factor do nothing but set one up`, async () => {
        const { login } = await requireIt(role);
        const browser = await openBrowser(auth(), login);
        const session = await browser.ask('GET', '/auth/session');
        expect(session.data.memberships[0].needs_two_factor).to.equal(true);
        for (const [method, path] of [
          ['GET', '/auth/workspace'],
          ['GET', '/auth/sessions'],
          ['DELETE', '/auth/two-factor'],
        ] as const) {
          const reply = await browser.ask(method, path);
          expect([reply.status, reply.error.reason], path).to.deep.equal([403, 'two_factor_setup_required']);
        }
        expect((await refusalOf(() => verify(browser.token))).code).to.equal('UNAUTHORIZED');
        const { identity } = await verify(browser.token, true);
        expect(identity?.memberships.map(({ needs_two_factor }) => needs_two_factor)).to.deep.equal([true]);
        const { browser: now, nextCode } = await setUp(login);
        expect((await now.ask('GET', '/auth/workspace')).data.require_two_factor).to.equal(true);
        expect((await verify(now.token)).identity?.memberships).to.have.length(1);
        const removal = await now.removeSecondFactor(nextCode());
        expect(removal.error.reason).to.equal('two_factor_required');
      });
    }

    it('is not required of agents, or of the same person in another workspace', async () => {
      const { login } = await requireIt('agent');
      expect((await (await openBrowser(auth(), login)).ask('GET', '/auth/workspace')).status).to.equal(200);
      const admin = await requireIt('admin');
      const elsewhere = await joinAnother(auth(), admin.login, 'owner');
      const { token } = browse(auth(), await signIn(auth(), admin.login));
      const { identity } = await verify(token);
      expect(identity?.memberships.map(({ workspace_id }) => workspace_id)).to.deep.equal([elsewhere.id]);
    });
  });
});
