import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember, type Member } from '../../support/members.js';

const hour = 3_600_000;
const password = 'harbour lights at nine';

describe('the change of an account by a link in an email', () => {
  const auth = useFixturePerTest(startAuth);
  let member: Member;
  beforeEach(async () => {
    member = await addMember(auth(), (await auth().workspace('Harbour')).id);
  });

  const signIn = (email: string, secret: string) =>
    auth().ask('POST', '/auth/session', { body: { email, password: secret } });
  const requestReset = (email: string) => auth().ask('POST', '/auth/password-resets', { body: { email } });
  const redeem = (token: string, secret = password) =>
    auth().ask('POST', '/auth/password-resets/redeem', { body: { token, password: secret } });
  const confirm = (token: string, secret = member.password) =>
    auth().ask('POST', '/auth/confirmations', { body: { token, password: secret } });
  const changeEmail = (email: string, secret = member.password) =>
    member.ask('POST', '/auth/email', { email, password: secret });

  it('sets the password once, and ends all sessions', async () => {
    expect((await requestReset(member.email.toUpperCase())).status).to.equal(202);
    const { token } = await auth().mailbox.last(member.email, /new password/);
    const replies = await Promise.all(Array.from({ length: 10 }, () => redeem(token)));
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([204, ...Array.from({ length: 9 }, () => 422)]);
    expect((await member.ask('GET', '/auth/session')).status).to.equal(401);
    expect((await signIn(member.email, member.password)).status).to.equal(401);
    expect((await signIn(member.email, password)).status).to.equal(201);
    expect((await auth().mailbox.last(member.email, /was changed/)).token).to.equal('');
  });

  it('gets the same response for an address without an account, which receives no email', async () => {
    const [known, unknown] = [await requestReset(member.email), await requestReset('nobody@example.com')];
    expect([unknown.status, Object.keys(unknown.data)]).to.deep.equal([known.status, Object.keys(known.data)]);
    for (const email of [member.email, 'nobody@example.com']) {
      for (let number = 1; number < 3; number += 1) expect((await requestReset(email)).status).to.equal(202);
      const limited = await requestReset(email);
      expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).to.deep.equal([429, true]);
    }
    await auth().mailbox.last(member.email);
    expect(auth().mailbox.countTo('nobody@example.com')).to.equal(0);
    expect(auth().mailbox.countTo(member.email)).to.be.at.most(3);
  });

  it('cannot be blocked by strangers who use the address, and hides whether the address has an account', async () => {
    const stranger = await addMember(auth(), (await auth().workspace('Elsewhere')).id);
    for (const email of [member.email, 'nobody@example.com']) {
      const claim = () => stranger.ask('POST', '/auth/email', { email, password: stranger.password });
      for (let number = 1; number <= 3; number += 1) expect((await claim()).status, email).to.equal(202);
      expect((await claim()).status, email).to.equal(429);
      const signUp = { email, name: 'A stranger', workspace_name: 'Elsewhere', password: stranger.password };
      expect((await auth().ask('POST', '/auth/sign-up', { body: signUp })).status, email).to.equal(429);
      for (let number = 1; number <= 3; number += 1) expect((await requestReset(email)).status, email).to.equal(202);
    }
    const { token } = await auth().mailbox.last(member.email, /new password/);
    expect((await redeem(token)).status).to.equal(204);
  });

  it('is possible for an hour with a valid password, and invalidates the other links', async () => {
    await requestReset(member.email);
    const { token: first } = await auth().mailbox.last(member.email);
    expect((await redeem(first, 'short')).error.details[0].field).to.equal('password');
    auth().passTime(hour / 2);
    await requestReset(member.email);
    const { token: second } = await auth().mailbox.next(member.email, first);
    expect((await redeem(second)).status).to.equal(204);
    expect((await redeem(first)).status).to.equal(422);
    auth().passTime(hour);
    await requestReset(member.email);
    const third = await auth().mailbox.next(member.email, second);
    auth().passTime(hour + 1);
    expect((await redeem(third.token)).status).to.equal(422);
  });

  it('is no longer possible once the password has been changed in another way', async () => {
    await requestReset(member.email);
    const { token } = await auth().mailbox.last(member.email);
    const passwords = { current_password: member.password, new_password: 'chosen while signed in' };
    expect((await member.ask('POST', '/auth/password', passwords)).status).to.equal(201);
    expect((await redeem(token)).status).to.equal(422);
    expect((await signIn(member.email, passwords.new_password)).status).to.equal(201);
  });

  it('changes the address once the new one is confirmed, notifies the old one, and invalidates links sent to the old one', async () => {
    await requestReset(member.email);
    const { token: reset } = await auth().mailbox.last(member.email, /Choose/);
    expect((await changeEmail('New@example.com', 'a wrong password')).error.details[0].field).to.equal('password');
    expect((await changeEmail('New@example.com')).status).to.equal(202);
    expect((await signIn('new@example.com', member.password)).status).to.equal(401);
    const { token } = await auth().mailbox.last('new@example.com', /Confirm/);
    const refused = await confirm(token, 'a wrong password');
    expect([refused.status, refused.error.reason]).to.deep.equal([422, 'wrong_password']);
    const confirmed = await confirm(token);
    expect(confirmed.data).to.deep.equal({ purpose: 'email_change', email: 'new@example.com' });
    expect((await auth().mailbox.last(member.email, /address was changed/)).text).to.include('new@example.com');
    expect((await signIn('new@example.com', member.password)).status).to.equal(201);
    expect((await signIn(member.email, member.password)).status).to.equal(401);
    expect((await redeem(reset)).status).to.equal(422);
    expect((await confirm(token)).status).to.equal(422);
  });

  it("refuses the address of another account, and emails that account's owner", async () => {
    const other = await addMember(auth(), (await auth().workspace('Elsewhere')).id);
    expect((await changeEmail(other.email)).status).to.equal(202);
    expect((await auth().mailbox.last(other.email)).token).to.equal('');
    await changeEmail('new@example.com');
    const { token } = await auth().mailbox.last('new@example.com');
    const taken = await other.ask('POST', '/auth/email', { email: 'new@example.com', password: other.password });
    expect(taken.status).to.equal(202);
    const { token: second } = await auth().mailbox.next('new@example.com', token);
    const replies = [await confirm(second, other.password), await confirm(token)];
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 409]);
  });

  it('stores no plain-text token in the database', async () => {
    await requestReset(member.email);
    await changeEmail('new@example.com');
    const tokens = [await auth().mailbox.last(member.email), await auth().mailbox.last('new@example.com')];
    const dump = await auth().dumpDatabase('live');
    for (const { token } of tokens) expect(dump).to.not.include(token);
  });
});
