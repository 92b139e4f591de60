import { readFileSync } from 'node:fs';
import { hash } from '@node-rs/argon2';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';
import { browse, openBrowser, signIn } from '../../support/people.js';

const day = 24 * 3_600_000;

describe('/auth/sessions', () => {
  const auth = useFixture(startAuth);

  it('lists the open sessions of the person, newest first, with their origin', async () => {
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

  it('ends one, and all others', async () => {
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

  it("hides other people's", async () => {
    const [mine, theirs] = [await createMember(auth()), await createMember(auth())];
    const [me, them] = [await openBrowser(auth(), mine.login), await openBrowser(auth(), theirs.login)];
    const { id } = (await them.ask('GET', '/auth/session')).data;
    expect((await me.ask('DELETE', `/auth/sessions/${id}`)).status).to.equal(404);
    expect((await them.ask('GET', '/auth/session')).status).to.equal(200);
  });
});

describe('/auth/password', () => {
  const auth = useFixture(startAuth);

  it('changes the password, ends all sessions, and returns a new one', async () => {
    const { login, personId } = await createMember(auth());
    const [mine, other] = [await openBrowser(auth(), login), await openBrowser(auth(), login)];
    const changed = await mine.ask('POST', '/auth/password', {
      current_password: login.password,
      new_password: 'another good password',
    });
    const renewed = browse(auth(), changed);
    for (const one of [mine, other]) expect((await one.ask('GET', '/auth/session')).status).to.equal(401);
    expect((await renewed.ask('GET', '/auth/session')).status).to.equal(200);
    expect((await signIn(auth(), login)).status).to.equal(401);
    expect((await signIn(auth(), { ...login, password: 'another good password' })).status).to.equal(201);
    const events = await auth().events(personId);
    expect(events.map(({ event }) => event)).to.deep.equal(['session.ended', 'session.ended']);
  });

  it('refuses a wrong current password, and a new one that is short, common or the same, by their fields', async () => {
    const { login } = await createMember(auth());
    const browser = await openBrowser(auth(), login);
    const change = async (current_password: string, new_password: string) => {
      const { status, error } = await browser.ask('POST', '/auth/password', { current_password, new_password });
      return [status, error.details[0].field];
    };
    expect(await change('wrong', 'a good password')).to.deep.equal([422, 'current_password']);
    for (const unfit of ['too short', 'qwertyuiop', 'QwertyUIOP', '1q2w3e4r5t', login.password]) {
      expect(await change(login.password, unfit), unfit).to.deep.equal([422, 'new_password']);
    }
    expect((await browser.ask('GET', '/auth/session')).status).to.equal(200);
  });

  it('has a list of 10,000 common passwords, none too short to be chosen', () => {
    const file = new URL('../../../../services/auth/assets/common-passwords.txt', import.meta.url);
    const passwords = readFileSync(file, 'utf8').trim().split('\n');
    expect(new Set(passwords).size).to.equal(10_000);
    for (const password of passwords) expect(password.length).to.be.at.least(10);
  });

  it('rehashes an outdated password at the next sign-in', async () => {
    const { login, personId } = await createMember(auth());
    const { people } = auth().context;
    const weak = await hash(login.password, { memoryCost: 8_192, timeCost: 1 });
    await auth()
      .runtime.databases.live.collection<{ _id: string }>('people')
      .updateOne({ _id: personId }, { $set: { password_hash: weak } });
    expect((await signIn(auth(), login)).status).to.equal(201);
    const stored = (await people.get(personId))?.password_hash;
    expect(stored).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(auth(), login)).status).to.equal(201);
  });
});

describe('/auth/workspace', () => {
  const auth = useFixture(startAuth);

  it('is read by every role, and changed by owners and admins, field by field', async () => {
    const agent = await createMember(auth(), 'agent');
    const reader = await openBrowser(auth(), agent.login);
    const read = await reader.ask('GET', '/auth/workspace');
    expect(read.data).to.include({ id: agent.workspace.id, currency: 'EUR', require_two_factor: false });
    expect((await reader.ask('PUT', '/auth/workspace', { name: 'Mine now' })).status).to.equal(403);
    for (const role of ['owner', 'admin']) {
      const person = await createMember(auth(), role);
      const browser = await openBrowser(auth(), person.login);
      const changed = await browser.ask('PUT', '/auth/workspace', { currency: 'GBP', plan: 'enterprise' });
      expect(changed.status).to.equal(200);
      expect(changed.data).to.include({ name: person.workspace.name, currency: 'GBP', plan: 'professional' });
      const [entry] = await auth().journal(person.workspace.id);
      expect(entry?.changes).to.deep.equal({ currency: { from: 'EUR', to: 'GBP' } });
    }
  });

  it('refuses invalid fields by name, and a change that conflicts with another', async () => {
    const { login } = await createMember(auth(), 'owner');
    const browser = await openBrowser(auth(), login);
    for (const [field, value] of [
      ['name', ' '],
      ['name', 'Harbour\u202EHomes'],
      ['currency', 'coins'],
      ['require_two_factor', 'yes'],
    ] as const) {
      const { status, error } = await browser.ask('PUT', '/auth/workspace', { [field]: value });
      expect([status, error.details[0].field]).to.deep.equal([422, field]);
    }
    const tag = (await browser.ask('GET', '/auth/workspace')).headers.get('etag') ?? '';
    await browser.ask('PUT', '/auth/workspace', { name: 'A new name' });
    const headers = { cookie: `plotline_session=${browser.token}`, 'x-csrf-token': browser.csrf, 'if-match': tag };
    const stale = await auth().ask('PUT', '/auth/workspace', { headers, body: { name: 'Another' } });
    expect(stale.status).to.equal(412);
  });
});
