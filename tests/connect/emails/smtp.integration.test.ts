import type { Caller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect } from '../support/connect.js';
import { mailUser, startMailServer } from '../support/mail-server.js';
import { postHook, postmarkKeys } from '../support/postmark.js';

const mail = { subject: 'Floor plans', text: 'Dear Noor, here they are.', html: '<p>Here they are.</p>' };

describe('a connection to a mail server', () => {
  const connect = useFixture(startConnect);
  const server = useFixture(startMailServer);
  let turns = 0;
  let as: Partial<Caller> = {};
  let leadId = '';

  const toBody = (change: { settings?: object; credentials?: object } = {}) => ({
    provider: 'smtp',
    settings: {
      ...{ from_address: 'sales@harbour.example', from_name: 'Harbour', host: '127.0.0.1' },
      port: String(server().port),
      ...change.settings,
    },
    credentials: { ...mailUser, hook_password: postmarkKeys.hook, ...change.credentials },
  });
  const create = (change = {}) => connect().request('POST', '/v1/connections', { as, body: toBody(change) });
  const told = () => connect().leadEmails.recorded.filter((email) => email.leadId === leadId);
  const statuses = () => told().map(({ status }) => status);
  const sent = () => server().mails.filter(({ content }) => content.includes(leadId));
  const send = () => connect().create(`/v1/leads/${leadId}/emails`, { ...mail, subject: leadId }, as);

  beforeEach(() => {
    turns += 1;
    as = { workspaceId: `ws_smtp_${turns}` };
    leadId = `lead_smtp_${turns}`;
    connect().leads.put(leadId, { email: 'noor@example.com' });
    server().refusal = null;
    server().isSilent = false;
  });

  it('sends the email over SMTP once', async () => {
    expect((await create()).status).to.equal(201);
    const email = await send();
    await eventually(async () => expect(statuses()).to.deep.equal(['sent']));
    expect(sent()).to.have.length(1);
    expect(sent()[0]).to.include({ from: 'sales@harbour.example', to: 'noor@example.com' });
    expect(sent()[0]?.content).to.include(`Message-ID: <${email.id}@harbour.example>`);
    expect(sent()[0]?.content).to.include('From: Harbour <sales@harbour.example>');
    const { body } = await connect().request('GET', `/v1/connections/${email.connection_id}/calls`, { as });
    expect(body.map(({ purpose }: { purpose: string }) => purpose)).to.include.members(['send email']);
    expect(JSON.stringify(body)).to.not.include('noor@example.com');
  });

  it('checks the credentials before it is stored', async () => {
    const refused = await create({ credentials: { password: 'wrong-password' } });
    expect([refused.status, refused.body.details]).to.deep.equal([
      422,
      [{ field: 'credentials', message: 'The mail server refused the user or the password.' }],
    ]);
    const closed = await create({ settings: { port: '1' } });
    expect(closed.status).to.equal(503);
    expect(closed.body.message).to.include('The mail server could not be reached.');
  });

  it('requires the password again when the server changes', async () => {
    const { body: connection } = await create();
    const put = (body: object) => connect().request('PUT', `/v1/connections/${connection.id}`, { as, body });
    const other = { settings: { host: 'localhost' } };
    const refused = await put(other);
    expect([refused.status, refused.body.details]).to.deep.equal([
      422,
      [{ field: 'credentials.password', message: 'is required again when the server changes' }],
    ]);
    const moved = await put({ ...other, credentials: { password: mailUser.password } });
    expect([moved.status, moved.body.settings.host]).to.deep.equal([200, 'localhost']);
  });

  it('fails an email that the server refuses, and waits when the server requests a delay', async () => {
    await create();
    server().refusal = { responseCode: 550 };
    await send();
    await eventually(async () => expect(statuses()).to.deep.equal(['failed']));
    expect(told()[0]?.reason).to.equal('The mail server refused the mail (550).');
    server().refusal = { responseCode: 451 };
    await send();
    const filter = { lead_id: leadId, status: 'queued' };
    const stored = () => connect().runtime.databases.live.collection('emails').findOne(filter);
    await eventually(async () => expect(await stored()).to.include({ status: 'queued', attempts: 1 }));
    expect(sent()).to.deep.equal([]);
  });

  it('never repeats an email that the server did not confirm', async () => {
    await create();
    server().isSilent = true;
    await send();
    await eventually(async () => expect(sent()).to.have.length(1));
    server().isSilent = false;
    const stored = () => connect().runtime.databases.live.collection('emails').findOne({ lead_id: leadId });
    await eventually(async () => expect(await stored()).to.include({ status: 'unconfirmed' }));
    connect().advanceClock(30_000);
    connect().context.emails.jobs.announce();
    await eventually(async () => expect(statuses()).to.deep.equal(['unknown']));
    expect(sent()).to.have.length(1);
  });

  it('sends emails in the sandbox to the sender', async () => {
    as = { ...as, mode: 'sandbox' };
    await create();
    await send();
    await eventually(async () => expect(statuses()).to.deep.equal(['sent']));
    expect(sent().map(({ to }) => to)).to.deep.equal(['sales@harbour.example']);
  });

  it('files a raw MIME message once per Message-ID, without HTML and quoted text', async () => {
    const { body: connection } = await create();
    const address = `${connect().url}${new URL(connection.hook_url).pathname}`;
    connect().leadEmails.addresses.set(`noor-${turns}@example.com`, leadId);
    const mime = [
      `From: Noor Haddad <NOOR-${turns}@example.com>`,
      'To: sales@harbour.example',
      'Subject: =?utf-8?B?VmlsbGEgOSDinJM=?=',
      `Message-ID: <m-${turns}@mail.example>`,
      'Content-Type: text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding: 8bit',
      '',
      '<script>alert(1)</script><p>Caf\u00e9 at 10?</p><blockquote>Old</blockquote>',
    ].join('\r\n');
    for (let times = 0; times < 3; times += 1) {
      expect((await postHook(address, Buffer.from(mime, 'latin1'))).status).to.equal(200);
    }
    const received = () => connect().leadEmails.received.filter(({ from }) => from === `noor-${turns}@example.com`);
    await eventually(async () => expect(received()).to.have.length(1));
    expect(received()[0]).to.include({ subject: 'Villa 9 ✓' });
    expect(received()[0]?.text).to.include('Café at 10?');
    expect(received()[0]?.text).to.not.include('script');
    const events = connect().runtime.databases.live.collection('hook_events');
    expect(await events.countDocuments({ connection_id: connection.id })).to.equal(1);
  });

  it('refuses hook requests without the password, and bodies that are not emails', async () => {
    const { body: connection } = await create();
    const address = `${connect().url}${new URL(connection.hook_url).pathname}`;
    expect((await postHook(address, 'From: a@example.com\r\n\r\nHello', null)).status).to.equal(401);
    expect((await postHook(address, 'From: a@example.com\r\n\r\nHello', 'wrong')).status).to.equal(401);
    expect((await postHook(address, 'Hello')).status).to.equal(400);
  });
});
