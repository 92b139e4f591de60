import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';
import { openBrowser, signIn } from '../../support/people.js';

const quarterHour = 15 * 60_000;

describe('throttled sign-in', () => {
  const auth = useFixture(startAuth);
  let addresses = 0;

  const newAddress = () => {
    addresses += 1;
    return `198.51.${Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
  };
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const wrong = (email: string, address: string) =>
    signIn(auth(), { email, password: 'not the password' }, from(address));

  it('blocks an address after ten failures for an account, and accepts the password from other addresses', async () => {
    const { login } = await createMember(auth());
    const attacker = newAddress();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await wrong(login.email, attacker)).status, `attempt ${attempt}`).to.equal(401);
    }
    const refused = await signIn(auth(), login, from(attacker));
    expect([refused.status, refused.error.code]).to.deep.equal([429, 'RATE_LIMIT_EXCEEDED']);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).to.be.within(1, quarterHour / 1_000);
    expect(refused.error.retry_after).to.equal(seconds);
    expect((await signIn(auth(), login, from(newAddress()))).status).to.equal(201);
    auth().passTime(quarterHour);
    expect((await signIn(auth(), login, from(attacker))).status, 'later').to.equal(201);
  });

  it('accepts the correct password for other accounts from an address with many failures', async () => {
    const [colleague, victim] = [await createMember(auth()), await createMember(auth())];
    const office = newAddress();
    expect((await wrong(victim.login.email, office)).status).to.equal(401);
    for (let failure = 0; failure < 100; failure += 1)
      await auth().context.failures.add([`address ${office}`], quarterHour);
    expect((await signIn(auth(), colleague.login, from(office))).status).to.equal(201);
    expect((await wrong(colleague.login.email, office)).status, 'a wrong password').to.equal(429);
    expect((await signIn(auth(), victim.login, from(office))).status, 'an account with failures').to.equal(429);
    expect((await signIn(auth(), victim.login, from(newAddress()))).status).to.equal(201);
  });

  it('counts failures from all addresses, answers a wrong password with 429, and accepts the correct one', async () => {
    const { login } = await createMember(auth());
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await wrong(login.email, newAddress())).status).to.equal(401);
    }
    const owner = newAddress();
    expect((await wrong(login.email, owner)).status).to.equal(429);
    expect((await signIn(auth(), login, from(owner))).status).to.equal(201);
    const guesser = newAddress();
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await wrong(login.email, guesser)).status).to.equal(429);
    expect((await signIn(auth(), login, from(guesser))).status, 'a lucky fourth guess').to.equal(429);
  });

  it('counts guesses that are sent simultaneously', async () => {
    const { login } = await createMember(auth());
    const attacker = newAddress();
    const replies = await Promise.all(Array.from({ length: 40 }, () => wrong(login.email, attacker)));
    const answered = replies.filter(({ status }) => status === 401);
    expect(answered).to.have.length(10);
    expect(replies.filter(({ status }) => status === 429)).to.have.length(30);
  });

  it('refuses the correct password while ten simultaneous guesses are checked', async () => {
    const { login } = await createMember(auth());
    const attacker = newAddress();
    const guesses = Array.from({ length: 20 }, () => wrong(login.email, attacker));
    // Requests on several connections arrive in any order. A refused guess shows that ten other guesses are being
    // checked.
    await Promise.any(guesses.map(async (guess) => expect((await guess).status).to.equal(429)));
    expect((await signIn(auth(), login, from(attacker))).status).to.equal(429);
    await Promise.all(guesses);
  });

  it('treats a nonexistent account like any other', async () => {
    const address = newAddress();
    const email = 'nobody-at-all@example.com';
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await wrong(email, address)).status).to.equal(401);
    expect((await wrong(email, address)).status).to.equal(429);
  });

  it('treats all addresses in one IPv6 network as a single address', async () => {
    const { login } = await createMember(auth());
    for (let attempt = 0; attempt < 10; attempt += 1) await wrong(login.email, `2001:db8:1:2::${attempt}`);
    expect((await signIn(auth(), login, from('2001:db8:1:2:ffff::1'))).status).to.equal(429);
    expect((await signIn(auth(), login, from('2001:db8:1:3::1'))).status).to.equal(201);
  });

  it('does not count successful sign-ins', async () => {
    const { login } = await createMember(auth());
    const address = newAddress();
    for (let attempt = 0; attempt < 15; attempt += 1) {
      expect((await signIn(auth(), login, from(address))).status).to.equal(201);
    }
  });

  it('counts wrong current passwords during a password change', async () => {
    const { login } = await createMember(auth());
    const browser = await openBrowser(auth(), login);
    const change = (current_password: string) =>
      browser.ask('POST', '/auth/password', { current_password, new_password: 'a much better one' });
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await change('guess')).status).to.equal(422);
    expect((await change(login.password)).status).to.equal(429);
    auth().passTime(quarterHour);
    expect((await change(login.password)).status).to.equal(201);
  });
});
