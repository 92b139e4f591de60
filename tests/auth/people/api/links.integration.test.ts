import { InvitationsServiceService } from '@plotline/protos/plotline/auth/v1/invitations';
import { expect } from 'chai';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { BrowserSession } from '../../pages/api/browser-session.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';

const password = 'three otters and a kite';

describe('The pages that links in emails open', () => {
  const auth = useFixture(startAuth);
  const open = () => new BrowserSession(auth().url);

  async function signUp(email: string) {
    const browser = open();
    const fields = { name: 'Ines Duarte', workspace_name: 'Harbour', email, password };
    const reply = await browser.submit('/auth/sign-up', await browser.get('/auth/sign-up'), fields);
    return { browser, reply };
  }

  async function invite(email: string, agentId: string) {
    const { id: workspaceId } = await auth().workspace(`Harbour of ${agentId}`);
    await auth().agents.put(workspaceId, agentId, { email, status: 'invited', role: 'agent' });
    const request = { agent_id: agentId, agent_version: 1, email, name: 'Tom Okafor' };
    await auth().rpc(InvitationsServiceService.sendInvitation, request, callContext({ workspaceId }));
    const { token } = await auth().mailbox.last(email, /Join/);
    return `/auth/invitation?token=${token}`;
  }

  it('redeem a sign-up once, by the button and not by opening the page, and sign the person in', async () => {
    const { browser, reply } = await signUp('ines@example.com');
    expect(reply.text).to.include('Check your email').and.include('ines@example.com');
    const { token } = await auth().mailbox.last('ines@example.com');
    const path = `/auth/confirm?token=${token}`;
    for (let scan = 0; scan < 3; scan += 1) expect((await open().get(path)).status).to.equal(200);
    const page = await browser.get(path);
    expect(page.text).to.include('autocomplete="current-password"').and.include('value="ines@example.com"');
    const wrong = await browser.submit('/auth/confirm', page, { password: 'not what was chosen' });
    expect(wrong.status).to.equal(422);
    expect(wrong.text).to.include('id="password-error"').and.not.include('not what was chosen');
    const confirmed = await browser.submit('/auth/confirm', wrong, { password });
    expect(confirmed.headers.get('location')).to.equal('/dashboard/');
    expect((await browser.get('/auth/account')).text).to.include('Harbour');
    const twice = await browser.submit('/auth/confirm', page, { password });
    expect([twice.status, /<h1>(.*)<\/h1>/.exec(twice.text)?.[1]]).to.deep.equal([422, 'This link no longer works']);
    expect((await browser.get(path)).status).to.equal(410);
  });

  it('show all sign-up errors at their fields, and keep the input except the password', async () => {
    const browser = open();
    const fields = { name: ' ', workspace_name: 'Harbour', email: 'ines@', password: 'password1234' };
    const reply = await browser.submit('/auth/sign-up', await browser.get('/auth/sign-up'), fields);
    expect(reply.status).to.equal(422);
    for (const field of ['name', 'email', 'password']) expect(reply.text).to.include(`id="${field}-error"`);
    expect(reply.text).to.include('value="Harbour"').and.not.include('password12');
  });

  it('respond to a sign-up in the same way for addresses with and without an account', async () => {
    const { login } = await createMember(auth());
    const [known, unknown] = [await signUp(login.email), await signUp('somebody@example.com')];
    const strip = (text: string, email: string) => text.replaceAll(email, 'email');
    expect(known.reply.status).to.equal(unknown.reply.status);
    expect(strip(known.reply.text, login.email)).to.equal(strip(unknown.reply.text, 'somebody@example.com'));
  });

  it('let a new person choose a password for an invitation, and sign the person in', async () => {
    const path = await invite('tom@example.com', 'agent_tom');
    const browser = open();
    const page = await browser.get(path);
    expect(page.text).to.include('Join Harbour of agent_tom').and.include('autocomplete="new-password"');
    const short = await browser.submit('/auth/invitation', page, { name: 'Tom', password: 'short' });
    expect(short.status).to.equal(422);
    expect(short.text).to.include('id="password-error"').and.include('value="Tom"');
    const reply = await browser.submit('/auth/invitation', page, { name: 'Tom', password });
    expect([reply.status, reply.headers.get('location')]).to.deep.equal([303, '/dashboard/']);
    expect((await browser.get('/auth/account')).text).to.include('Harbour of agent_tom');
    expect((await open().get(path)).status).to.equal(410);
  });

  it('accept an invitation with the password of an account, or while the person is signed in', async () => {
    const { login } = await createMember(auth());
    const browser = open();
    const page = await browser.get(await invite(login.email, 'agent_known'));
    expect(page.text).to.include('autocomplete="current-password"').and.not.include('name="name"');
    const wrong = await browser.submit('/auth/invitation', page, { password: 'a wrong password' });
    expect(wrong.status).to.equal(401);
    const reply = await browser.submit('/auth/invitation', page, { password: login.password });
    expect(reply.status).to.equal(303);
    const again = await browser.get(await invite(login.email, 'agent_again'));
    expect(again.text).to.not.include('type="password"');
    expect((await browser.submit('/auth/invitation', again)).status).to.equal(303);
  });

  it('hide on a reset whether an address has an account, and save a new password once', async () => {
    const { login } = await createMember(auth());
    const browser = open();
    const ask = async (email: string) => {
      const reply = await browser.submit('/auth/reset', await browser.get('/auth/reset'), { email });
      return [reply.status, reply.text.replaceAll(email, 'email')];
    };
    expect(await ask(login.email)).to.deep.equal(await ask('nobody@example.com'));
    const { token } = await auth().mailbox.last(login.email);
    const page = await browser.get(`/auth/reset?token=${token}`);
    const reply = await browser.submit('/auth/reset', page, { password });
    expect(reply.headers.get('location')).to.equal('/auth/sign-in?notice=password_saved');
    expect((await browser.submit('/auth/reset', page, { password })).status).to.equal(422);
    const form = await browser.get('/auth/sign-in');
    expect((await browser.submit('/auth/sign-in', form, { email: login.email, password })).status).to.equal(303);
  });

  it('require the password for a new email address, and change the address once the link is opened', async () => {
    const { login } = await createMember(auth());
    const browser = open();
    await browser.submit('/auth/sign-in', await browser.get('/auth/sign-in'), login);
    const form = await browser.get('/auth/account/email');
    const fields = { email: 'moved@example.com', password: 'not this one' };
    expect((await browser.submit('/auth/account/email', form, fields)).status).to.equal(422);
    const reply = await browser.submit('/auth/account/email', form, { ...fields, password: login.password });
    expect(reply.text).to.include('Check your email');
    const { token } = await auth().mailbox.last('moved@example.com');
    const page = await browser.get(`/auth/confirm?token=${token}`);
    await browser.submit('/auth/confirm', page, { password: login.password });
    expect((await browser.get('/auth/account')).text).to.include('moved@example.com');
  });
});
