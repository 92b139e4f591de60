import { expect } from 'chai';
import nock from 'nock';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect } from '../support/connect.js';
import {
  bounceEvent,
  deliveryEvent,
  openEvent,
  postHook,
  postmarkServer,
  takenMail,
  toPostmarkBody,
  usePostmark,
} from '../support/postmark.js';

const mail = { subject: 'Floor plans of Villa 9', text: 'Dear Noor, here they are.' };

describe('POST /v1/leads/:id/emails', () => {
  const connect = useFixture(startConnect);
  let turns = 0;
  let as = { workspaceId: '' };
  let leadId = '';
  let connection: Reply['body'];

  const send = (body: object = mail) => connect().create(`/v1/leads/${leadId}/emails`, body, as);
  const told = () => connect().leadEmails.recorded.filter((email) => email.leadId === leadId);
  const statuses = () => told().map(({ status }) => status);
  const stored = () => connect().runtime.databases.live.collection('emails').findOne({ lead_id: leadId });
  const report = (event: object) =>
    postHook(`${connect().url}${new URL(connection.hook_url).pathname}`, JSON.stringify(event));

  beforeEach(async () => {
    turns += 1;
    as = { workspaceId: `ws_emails_${turns}` };
    leadId = `lead_${turns}`;
    connect().leads.put(leadId, { email: 'noor@example.com' });
    connection = await connect().connectPostmark(as);
  });

  afterEach(() => nock.cleanAll());

  it('sends the email once, with one Message-ID, and adds it to the timeline', async () => {
    const bodies: Record<string, unknown>[] = [];
    usePostmark()
      .post('/email', (body) => bodies.push(body) > 0)
      .reply(200, takenMail());
    const email = await send({
      ...mail,
      html: '<p onclick="x()">Hi</p><script>x()</script>',
      reply_to: 'sara@h.example',
    });
    expect(email).to.include({
      lead_id: leadId,
      status: 'queued',
      from: 'sales@harbour.example',
      to: 'noor@example.com',
    });
    await eventually(async () => expect(statuses()).to.deep.equal(['sent']));
    expect(bodies).to.have.length(1);
    expect(bodies[0]).to.deep.include({
      From: '"Harbour Homes" <sales@harbour.example>',
      To: '"Noor Haddad" <noor@example.com>',
      ReplyTo: 'sara@h.example',
      Subject: mail.subject,
      TextBody: mail.text,
      HtmlBody: '<p>Hi</p>',
      Metadata: { plotline_email: email.id },
      Headers: [
        { Name: 'Message-ID', Value: `<${email.id}@harbour.example>` },
        { Name: 'X-PM-KeepID', Value: 'true' },
      ],
    });
    expect(told()[0]).to.deep.include({ id: email.id, subject: mail.subject, text: mail.text, reason: '' });
    await eventually(async () => expect(await stored()).to.deep.include({ text: null, html: null }));
  });

  it('adds each delivered, opened and bounced event once, in any order of reports', async () => {
    usePostmark().post('/email').reply(200, takenMail());
    const { id } = await send();
    await eventually(async () => expect(statuses()).to.deep.equal(['sent']));
    const [opened, delivered] = [openEvent(id), deliveryEvent(id)];
    for (const event of [opened, delivered, opened, delivered, { ...opened, ReceivedAt: '2026-03-03T10:00:00Z' }]) {
      expect((await report(event)).status).to.equal(200);
    }
    await report(bounceEvent(id));
    await eventually(async () => expect(statuses()).to.have.members(['sent', 'opened', 'delivered', 'bounced']));
    expect(told().find(({ status }) => status === 'bounced')?.reason).to.equal('HardBounce');
  });

  it('ignores bounces after which the provider retries, and reports about unknown emails', async () => {
    usePostmark().post('/email').reply(200, takenMail());
    const { id } = await send();
    await report(bounceEvent(id, { Type: 'Transient' }));
    await report(deliveryEvent('eml_of_another_program'));
    await report(deliveryEvent(id));
    await eventually(async () => expect(statuses()).to.have.members(['sent', 'delivered']));
  });

  it('waits when the provider requests a delay, and sends later', async () => {
    usePostmark().post('/email').reply(429, { ErrorCode: 429, Message: 'Told by Postmark.' }, { 'retry-after': '120' });
    await send();
    await eventually(async () => expect(await stored()).to.include({ status: 'queued', attempts: 1 }));
    usePostmark().post('/email').reply(200, takenMail());
    connect().advanceClock(125_000);
    connect().context.emails.jobs.announce();
    await eventually(async () => expect(statuses()).to.deep.equal(['sent']));
  });

  it("fails with the provider's reason when the provider refuses the email", async () => {
    usePostmark().post('/email').reply(422, { ErrorCode: 406, Message: 'Told by Postmark about noor@example.com.' });
    await send();
    await eventually(async () => expect(statuses()).to.deep.equal(['failed']));
    expect(told()[0]?.reason).to.equal(
      'Postmark sends nothing to this address, because a mail to it bounced or was reported as spam.',
    );
  });

  it('never repeats an email whose response was lost, and asks the provider whether it was accepted', async () => {
    const sending = usePostmark().post('/email').replyWithError('The connection was reset.');
    const { id } = await send();
    await eventually(async () => expect(await stored()).to.include({ status: 'unconfirmed' }));
    const search = { count: 1, offset: 0, metadata_plotline_email: id };
    usePostmark().get('/messages/outbound').query(search).reply(200, { TotalCount: 1, Messages: [] });
    connect().advanceClock(30_000);
    connect().context.emails.jobs.announce();
    await eventually(async () => expect(statuses()).to.deep.equal(['sent']));
    expect(sending.isDone()).to.equal(true);
    expect(nock.pendingMocks()).to.deep.equal([]);
  });

  it('reports an unknown outcome when the provider does not have the email, until a report arrives', async () => {
    usePostmark().post('/email').reply(500, 'Told by a proxy.');
    const { id } = await send();
    await eventually(async () => expect(await stored()).to.include({ status: 'unconfirmed' }));
    for (const after of [{ attempts: 1 }, { attempts: 2 }, { status: 'unknown' }]) {
      usePostmark().get('/messages/outbound').query(true).reply(200, { TotalCount: 0, Messages: [] });
      connect().advanceClock(1_000_000);
      connect().context.emails.jobs.announce();
      await eventually(async () => expect(await stored()).to.include(after));
    }
    expect(nock.pendingMocks()).to.deep.equal([]);
    await eventually(async () => expect(statuses()).to.deep.equal(['unknown']));
    await report(deliveryEvent(id));
    await eventually(async () => expect(statuses()).to.have.members(['unknown', 'sent', 'delivered']));
  });

  it("refuses an email while 1,000 of the workspace's emails wait, and accepts emails of other workspaces", async () => {
    const emails = connect().runtime.databases.live.collection<{ _id: string }>('emails');
    const waiting = { workspace_id: as.workspaceId, status: 'queued', resume_at: new Date(9e12), version: 1 };
    await emails.insertMany(
      Array.from({ length: 1_000 }, (_, place) => ({ _id: `eml_${leadId}_${place}`, ...waiting })),
    );
    const refused = await connect().request('POST', `/v1/leads/${leadId}/emails`, { as, body: mail });
    expect([refused.status, refused.body.reason]).to.deep.equal([409, 'too_many_emails']);
    await emails.deleteOne({ _id: `eml_${leadId}_0` });
    usePostmark().post('/email').reply(200, takenMail());
    await send();
    await eventually(async () => expect(statuses()).to.deep.equal(['sent']));
    await emails.deleteMany({ workspace_id: as.workspaceId, status: 'queued' });
  });

  it('does not treat a failed status query as a failed delivery, and repeats the query for a day', async () => {
    usePostmark().post('/email').reply(500, 'Told by a proxy.');
    await send();
    await eventually(async () => expect(await stored()).to.include({ status: 'unconfirmed' }));
    const ask = async (afterMs: number) => {
      const { resume_at: before } = { resume_at: null, ...(await stored()) };
      usePostmark().get('/messages/outbound').query(true).reply(503, 'Told by a proxy.');
      connect().advanceClock(afterMs);
      connect().context.emails.jobs.announce();
      await eventually(async () => expect({ ...(await stored()) }.resume_at).not.to.deep.equal(before));
      return stored();
    };
    for (let turn = 0; turn < 4; turn += 1) {
      expect(await ask(1_000_000)).to.include({ status: 'unconfirmed', attempts: 0 });
    }
    expect(await ask(24 * 3_600_000)).to.include({ status: 'unknown' });
  });

  it('does not repeat an email if the process died while sending it', async () => {
    usePostmark().post('/email').replyWithError('The connection was reset.');
    await send();
    await eventually(async () => expect(await stored()).to.include({ status: 'unconfirmed' }));
    const emails = connect().runtime.databases.live.collection('emails');
    await emails.updateOne({ lead_id: leadId }, { $set: { status: 'sending', resume_at: new Date(0) } });
    usePostmark().get('/messages/outbound').query(true).reply(200, { TotalCount: 1, Messages: [] });
    connect().context.emails.jobs.announce();
    await eventually(async () => expect(statuses()).to.deep.equal(['sent']));
  });

  it('waits for new credentials when the provider refuses them, and then sends the email', async () => {
    usePostmark().post('/email').reply(401, { ErrorCode: 10, Message: 'Told by Postmark.' });
    await send();
    await eventually(async () => expect(await stored()).to.include({ status: 'queued' }));
    await eventually(async () => {
      const { body } = await connect().request('GET', `/v1/connections/${connection.id}`, { as });
      expect(body.status).to.equal('needs_attention');
    });
    usePostmark().get('/server').reply(200, postmarkServer());
    usePostmark().post('/email').reply(200, takenMail());
    const enabled = await connect().request('POST', `/v1/connections/${connection.id}/enable`, { as, body: {} });
    expect(enabled.status).to.equal(200);
    await eventually(async () => expect(statuses()).to.deep.equal(['sent']));
  });

  it('updates the timeline later when the pipeline service is unavailable', async () => {
    connect().leadEmails.outages = 1;
    usePostmark().post('/email').reply(200, takenMail());
    await send();
    await eventually(async () => expect(await stored()).to.include({ status: 'sent', is_told: false }));
    connect().advanceClock(10_000);
    connect().context.emails.jobs.announce();
    await eventually(async () => expect(statuses()).to.deep.equal(['sent']));
  });

  it('refuses a lead that is unknown or has no usable address, and a workspace without a connection', async () => {
    const post = (id: string, options: object = { as }) =>
      connect().request('POST', `/v1/leads/${id}/emails`, { body: mail, ...options });
    expect((await post('lead_unknown')).status).to.equal(404);
    connect().mergeLead('lead_merged', leadId);
    const merged = await post('lead_merged');
    expect([merged.status, merged.body.data]).to.deep.equal([404, { merged_into: leadId }]);
    connect().leads.put('lead_without', { email: '' });
    const without = await post('lead_without');
    expect([without.status, without.body.reason]).to.deep.equal([409, 'lead_without_email']);
    const other = await post(leadId, { as: { workspaceId: 'ws_without_email' } });
    expect([other.status, other.body.reason]).to.deep.equal([409, 'no_email_connection']);
    expect(other.body.message).to.equal('No active connection can send emails. An owner or admin can create one.');
    await connect().connectPostmark(as, toPostmarkBody({ name: 'Second' }));
    expect((await post(leadId)).body.message).to.equal('Several connections can send emails. Set connection_id.');
  });

  it('refuses an invalid body and reports the field', async () => {
    for (const [change, field] of [
      [{ subject: 'two\nlines' }, 'subject'],
      [{ subject: ' ' }, 'subject'],
      [{ text: '  ' }, 'text'],
      [{ reply_to: 'nobody' }, 'reply_to'],
      [{ connection_id: 'con_unknown' }, 'connection_id'],
    ] as const) {
      const body = { ...mail, ...change };
      const reply = await connect().request('POST', `/v1/leads/${leadId}/emails`, { as, body });
      expect([reply.status, reply.body.details[0].field]).to.deep.equal([422, field]);
    }
  });
});
