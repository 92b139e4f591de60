import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { ApiClient } from '../support/api-client.js';
import { askAuth, tokenOf } from '../support/auth-host.js';
import { eventually } from '../support/eventually.js';
import { readLink, readMail } from '../support/mail-folder.js';
import { system } from '../support/system.js';
import { computeCode } from '../support/totp-code.js';

const run = randomUUID().slice(0, 8);
const owner = { email: `owner-${run}@harbour.example`, password: `three otters and a kite ${run}` };
const agent = { email: `agent-${run}@harbour.example`, password: `seven lamps in the fog ${run}` };

describe('people who use only the JSON API', function () {
  // Each test continues from the previous one.
  this.bail(true);
  let session = '';
  let recoveryCodes: readonly string[] = [];
  let keyId = '';
  let api: ApiClient;
  let agentId = '';
  let agentSession = '';

  const signIn = (login: object) => askAuth('POST', '/auth/session', login);
  const statusOf = async (token: string) =>
    (await new ApiClient(system().urls.api, token).call('GET', '/v1/leads')).status;

  it('sign up, and have an account once they open the link in the email and enter the password', async () => {
    const request = { ...owner, name: 'Ines Duarte', workspace_name: `Harbour ${run}`, currency: 'EUR' };
    expect((await askAuth('POST', '/auth/sign-up', request)).status).to.equal(202);
    expect((await signIn(owner)).status).to.equal(401);
    const token = tokenOf(await readLink(owner.email, '/auth/confirm'));
    const wrong = await askAuth('POST', '/auth/confirmations', { token, password: agent.password });
    expect([wrong.status, wrong.error.reason]).to.deep.equal([422, 'wrong_password']);
    const confirmed = await askAuth('POST', '/auth/confirmations', { token, password: owner.password });
    expect([confirmed.status, confirmed.data]).to.deep.equal([200, { purpose: 'sign_up', email: owner.email }]);
    const signedIn = await eventually(async () => {
      const reply = await signIn(owner);
      expect(reply.status).to.equal(201);
      return reply;
    });
    session = signedIn.data.token;
    expect(signedIn.data.memberships[0]).to.deep.include({ role: 'owner' });
    expect(signedIn.data.memberships[0].workspace).to.deep.include({ name: `Harbour ${run}`, plan: 'starter' });
  });

  it('create a key for a program and use it to invite a person, who accepts with the link in the email', async () => {
    const made = await askAuth('POST', '/auth/api-keys', { name: 'CRM', mode: 'live', scopes: ['admin'] }, session);
    expect(made.status).to.equal(201);
    keyId = made.data.id;
    api = new ApiClient(system().urls.api, made.data.key);
    const invited = await api.create('/v1/agents', { name: 'Tom Okafor', email: agent.email, role: 'agent' });
    agentId = invited.id;
    const token = tokenOf(await readLink(agent.email, '/auth/invitation'));
    const read = async () => (await api.call('GET', `/v1/agents/${agentId}`)).record;
    await eventually(async () => expect((await read()).invitation_sent_at).to.be.a('string'));
    const accepted = await askAuth('POST', '/auth/invitations/accept', { token, password: agent.password });
    expect([accepted.status, accepted.data.memberships[0].agent_id]).to.deep.equal([201, agentId]);
    agentSession = accepted.data.token;
    expect(await read()).to.include({ status: 'active', role: 'agent' });
    expect(await statusOf(agentSession)).to.equal(200);
    await eventually(async () => expect((await read()).last_active).to.be.a('string'));
    const again = await askAuth('POST', '/auth/invitations/accept', { token, password: agent.password });
    expect([again.status, again.error.details[0].field]).to.deep.equal([422, 'token']);
  });

  it('set up a second factor, which is required from then on', async () => {
    const { secret } = (await askAuth('POST', '/auth/two-factor', undefined, session)).data;
    const code = computeCode(secret);
    const confirmed = await askAuth('PUT', '/auth/two-factor', { code }, session);
    expect(confirmed.status).to.equal(200);
    recoveryCodes = confirmed.data.recovery_codes;
    expect((await signIn(owner)).error).to.include({ reason: 'two_factor_required' });
    const used = await signIn({ ...owner, code });
    expect([used.status, used.error.reason]).to.deep.equal([401, 'wrong_code']);
    const signedIn = await signIn({ ...owner, code: computeCode(secret, 1) });
    expect(signedIn.status).to.equal(201);
    session = signedIn.data.token;
  });

  it('choose a new password with the link in an email, which ends the sessions', async () => {
    expect((await askAuth('POST', '/auth/password-resets', { email: agent.email })).status).to.equal(202);
    const token = tokenOf(await readLink(agent.email, '/auth/reset'));
    const password = 'a lighthouse of paper';
    expect((await askAuth('POST', '/auth/password-resets/redeem', { token, password })).status).to.equal(204);
    await eventually(async () => expect(await statusOf(agentSession)).to.equal(401));
    expect((await signIn(agent)).status).to.equal(401);
    const signedIn = await signIn({ ...agent, password });
    expect(signedIn.status).to.equal(201);
    agentSession = signedIn.data.token;
    await readMail(agent.email, 'Your password was changed');
  });

  it('change the email address once the new one confirms it, and get a notice at the old one', async () => {
    const password = 'a lighthouse of paper';
    const email = `tom-${run}@elsewhere.example`;
    expect((await askAuth('POST', '/auth/email', { email, password }, agentSession)).status).to.equal(202);
    const token = tokenOf(await readLink(email, '/auth/confirm'));
    expect((await signIn({ email, password })).status).to.equal(401);
    const confirmed = await askAuth('POST', '/auth/confirmations', { token, password });
    expect(confirmed.data).to.deep.equal({ purpose: 'email_change', email });
    expect(await readMail(agent.email, 'Your email address was changed')).to.include(email);
    expect((await signIn({ email: agent.email, password })).status).to.equal(401);
    expect((await signIn({ email, password })).status).to.equal(201);
  });

  it('list their sessions, and end one by its id', async () => {
    const lost = await signIn({ ...owner, code: recoveryCodes[0] });
    expect(lost.status).to.equal(201);
    const list = async (): Promise<string[]> => {
      const { data } = await askAuth('GET', '/auth/sessions', undefined, session);
      return data.map(({ id }: { readonly id: string }) => id);
    };
    expect(await list()).to.include(lost.data.id);
    expect((await askAuth('DELETE', `/auth/sessions/${lost.data.id}`, undefined, session)).status).to.equal(204);
    expect(await list()).to.not.include(lost.data.id);
    await eventually(async () => expect(await statusOf(lost.data.token)).to.equal(401));
    expect(await statusOf(session)).to.equal(200);
  });

  it('see all these actions in the audit log if they are owners', async () => {
    const { data } = await askAuth('GET', '/auth/audit?per_page=100', undefined, session);
    const types = data.map(({ type }: { readonly type: string }) => type);
    expect(types).to.include.members([
      'signed_up',
      'signed_in',
      'invitation_accepted',
      'two_factor_set_up',
      'code_used',
      'password_reset',
      'email_change_requested',
      'email_changed',
      'recovery_code_used',
      'signed_out',
    ]);
    const { data: ofKey } = await askAuth('GET', `/auth/audit?credential=${keyId}`, undefined, session);
    expect(ofKey.map(({ type }: { readonly type: string }) => type)).to.deep.equal(['first_used', 'created']);
    expect((await askAuth('GET', '/auth/audit', undefined, agentSession)).status).to.equal(403);
  });
});
