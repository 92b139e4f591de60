import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';
import { browse, openBrowser, signIn } from '../../support/people.js';

const day = 24 * 3_600_000;

describe('/auth/sessions', () => {
  const auth = useFixture(startAuth);

  it("lists the person's open sessions, newest first, with their origin", async () => {
    const { login } = await createMember(auth());
    const headers = { 'user-agent': 'A browser', 'x-forwarded-for': '203.0.113.7' };
    const first = browse(auth(), await signIn(auth(), login, headers));
    auth().passTime(1_000);
    const second = await openBrowser(auth(), login);
    const listed = (await second.ask('GET', '/auth/sessions')).data;
    expect(listed.map(({ current }: { current: boolean }) => current)).to.deep.equal([true, false]);
    expect(listed[1]).to.include({ user_agent: 'A browser', address: '203.0.113.7' });
    await first.ask('DELETE', '/auth/session');
    expect((await second.ask('GET', '/auth/sessions')).data).to.have.length(1);
    auth().passTime(day - 500);
    const third = await openBrowser(auth(), login);
    auth().passTime(1_000);
    expect((await third.ask('GET', '/auth/sessions')).data).to.have.length(1);
  });

  it('ends one session, or all other sessions', async () => {
    const { login } = await createMember(auth());
    const [mine, one, other] = [
      await openBrowser(auth(), login),
      await openBrowser(auth(), login),
      await openBrowser(auth(), login),
    ];
    const { id } = (await one.ask('GET', '/auth/session')).data;
    expect((await mine.ask('DELETE', `/auth/sessions/${id}`)).status).to.equal(204);
    expect((await one.ask('GET', '/auth/session')).status).to.equal(401);
    expect((await mine.ask('DELETE', `/auth/sessions/${id}`)).status, 'again').to.equal(404);
    expect((await mine.ask('DELETE', '/auth/sessions')).status).to.equal(204);
    expect((await other.ask('GET', '/auth/session')).status).to.equal(401);
    expect((await mine.ask('GET', '/auth/session')).status).to.equal(200);
  });

  it("hides other people's sessions", async () => {
    const [mine, theirs] = [await createMember(auth()), await createMember(auth())];
    const [me, them] = [await openBrowser(auth(), mine.login), await openBrowser(auth(), theirs.login)];
    const { id } = (await them.ask('GET', '/auth/session')).data;
    expect((await me.ask('DELETE', `/auth/sessions/${id}`)).status).to.equal(404);
    expect((await them.ask('GET', '/auth/session')).status).to.equal(200);
  });
});
