import { readFileSync } from 'node:fs';
import { hash } from '@node-rs/argon2';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';
import { browse, openBrowser, signIn } from '../../support/people.js';

describe('/auth/password', () => {
  const auth = useFixture(startAuth);

  it('changes the password, ends all sessions, and returns a new session', async () => {
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

  it('refuses a wrong current password and a short, common or unchanged new one, and reports the field', async () => {
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

  it('has a list of 10,000 common passwords that are all long enough to be chosen', () => {
    const file = new URL('../../../../services/auth/assets/common-passwords.txt', import.meta.url);
    const passwords = readFileSync(file, 'utf8').trim().split('\n');
    expect(new Set(passwords).size).to.equal(10_000);
    for (const password of passwords) expect(password.length).to.be.at.least(10);
  });

  it('rehashes a password with an outdated hash at the next sign-in', async () => {
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
