import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { cookieOf } from '../../support/auth-client.js';
import { addMember, type Member } from '../../support/members.js';

interface Line {
  readonly actor: { readonly type: string; readonly id: string; readonly name: string };
}

describe('the actor of an entry in GET /auth/audit', () => {
  const auth = useFixture(startAuth);
  let workspaceId: string;
  let owner: Member;
  beforeEach(async () => {
    workspaceId = (await auth().workspace('Audited')).id;
    owner = await addMember(auth(), workspaceId);
  });

  const audit = async (query = ''): Promise<Line[]> => (await owner.ask('GET', `/auth/audit${query}`)).data;

  it('is the person who changes a password with a link from an email, although no one is signed in', async () => {
    const member = await addMember(auth(), workspaceId, 'agent');
    await auth().ask('POST', '/auth/password-resets', { body: { email: member.email } });
    const { token } = await auth().mailbox.last(member.email, /new password/);
    const body = { token, password: 'harbour lights at nine' };
    expect((await auth().ask('POST', '/auth/password-resets/redeem', { body })).status).to.equal(204);
    const [line] = await audit('?type=password_reset');
    expect(line?.actor).to.deep.include({ type: 'user', id: member.personId });
  });

  it("is the person when a new sign-in replaces their own session, and empty when it replaces another person's", async () => {
    const [carol, other] = [
      await addMember(auth(), workspaceId, 'agent'),
      await addMember(auth(), workspaceId, 'agent'),
    ];
    const open = async ({ email, password }: Member, cookie = '') => {
      auth().passTime(1_000);
      const reply = await auth().ask('POST', '/auth/session', { body: { email, password }, headers: { cookie } });
      return `plotline_session=${cookieOf(reply, 'plotline_session')}`;
    };
    const first = await open(carol);
    const second = await open(carol, first);
    await open(other, second);
    const lines = await audit('?type=signed_out');
    expect(lines.map(({ actor }) => actor.id)).to.deep.equal(['visitor', carol.personId]);
    expect(lines[0]?.actor).to.include({ type: 'system', name: 'Someone not signed in' });
  });
});
