import { expect } from 'chai';
import nock from 'nock';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect } from '../support/connect.js';
import { portalMails } from '../support/mails/portal-mails.js';
import { inboundEvent, postHook, toPostmarkBody } from '../support/postmark.js';

describe('an inbound email', () => {
  const connect = useFixture(startConnect);
  let turns = 0;
  let as = { workspaceId: '' };
  let connection: Reply['body'];

  const post = (event: object, password?: string | null) =>
    postHook(`${connect().url}${new URL(connection.hook_url).pathname}`, JSON.stringify(event), password);
  const calls = async (): Promise<Reply['body'][]> =>
    (await connect().request('GET', `/v1/connections/${connection.id}/calls?direction=in`, { as })).body;

  beforeEach(async () => {
    turns += 1;
    as = { workspaceId: `ws_inbound_${turns}` };
    const settings = { from_address: 'sales@harbour.example', assigned_agent: 'amira@harbour.example' };
    connection = await connect().connectPostmark(as, toPostmarkBody({ settings }));
    connect().leadEmails.addresses.clear();
    connect().leadEmails.received.length = 0;
    connect().leadEmails.inquiries.length = 0;
  });

  after(() => nock.cleanAll());

  it('is added to the timeline of the lead with that address, without quoted text', async () => {
    connect().leadEmails.addresses.set('noor@example.com', 'lead_1');
    await post(inboundEvent());
    await eventually(async () => expect(connect().leadEmails.received).to.have.length(1));
    const expected = { from: 'noor@example.com', subject: 'Re: Villa 9', text: 'Yes, Friday works.' };
    expect(connect().leadEmails.received[0]).to.include(expected);
    const [call] = await calls();
    expect(call).to.deep.include({ status: 'succeeded', subject: { type: 'lead', id: 'lead_1' } });
    expect(JSON.stringify(call)).to.not.include('noor@example.com');
  });

  it("is filed once per Message-ID, regardless of Postmark's id", async () => {
    connect().leadEmails.addresses.set('noor@example.com', 'lead_1');
    const event = inboundEvent();
    const again = { ...event, MessageID: 'another-id' };
    await Promise.all([post(event), post(again), post(event)]);
    await eventually(async () => expect(await calls()).to.have.length(1));
    expect(connect().leadEmails.received).to.have.length(1);
  });

  for (const [portal, { mail, expected }] of Object.entries(portalMails)) {
    it(`becomes a lead when it has the format of ${portal}`, async () => {
      const { from, replyTo, subject, text } = mail;
      const event = inboundEvent({
        FromFull: { Email: from.address, Name: from.name },
        ReplyTo: replyTo ? `"${replyTo.name}" <${replyTo.address}>` : '',
        Subject: subject,
        TextBody: text,
      });
      expect((await post(event)).status).to.equal(200);
      await eventually(async () => expect(connect().leadEmails.inquiries).to.have.length(1));
      expect(connect().leadEmails.inquiries[0]).to.deep.include({ ...expected, agent: 'amira@harbour.example' });
    });
  }

  it('gets its text from HTML when it has no plain text, and the HTML is not kept', async () => {
    connect().leadEmails.addresses.set('noor@example.com', 'lead_1');
    const HtmlBody = '<style>p{}</style><p>Yes, <b>Friday</b> works.</p><script>alert(1)</script>';
    await post(inboundEvent({ TextBody: '', HtmlBody }));
    await eventually(async () => expect(connect().leadEmails.received[0]?.text).to.equal('Yes, Friday works.'));
  });

  it("is flagged when no lead has the sender's address, and filed once the lead exists", async () => {
    await post(inboundEvent());
    await eventually(async () => expect((await calls())[0]).to.include({ status: 'flagged' }));
    const [flagged] = await calls();
    connect().leadEmails.addresses.set('noor@example.com', 'lead_1');
    const path = `/v1/connections/${connection.id}/calls/${flagged.id}/retry`;
    expect((await connect().request('POST', path, { as, body: {} })).status).to.equal(202);
    await eventually(async () => expect(connect().leadEmails.received).to.have.length(1));
  });

  it('is filed later when the pipeline service is unavailable', async () => {
    connect().leadEmails.addresses.set('noor@example.com', 'lead_1');
    connect().leadEmails.outages = 1;
    await post(inboundEvent());
    await eventually(async () => expect(connect().leadEmails.outages).to.equal(0));
    connect().advanceClock(10_000);
    connect().context.hookEvents.jobs.announce();
    await eventually(async () => expect(connect().leadEmails.received).to.have.length(1));
  });

  it("is refused without the hook's password", async () => {
    for (const password of [null, 'wrong']) expect((await post(inboundEvent(), password)).status).to.equal(401);
    expect((await post({ no: 'mail' })).status).to.equal(400);
    const events = connect().runtime.databases.live.collection('hook_events');
    expect(await events.countDocuments({ connection_id: connection.id })).to.equal(0);
  });

  it('is cut to its limits if its sender is hostile', async () => {
    connect().leadEmails.addresses.set('noor@example.com', 'lead_1');
    const deep = `${'<div>'.repeat(20_000)}deep`;
    await post(inboundEvent({ Subject: `S\u0000${'s'.repeat(5_000)}`, TextBody: '', HtmlBody: `<p>top</p>${deep}` }));
    await eventually(async () => expect(connect().leadEmails.received).to.have.length(1));
    const [received] = connect().leadEmails.received;
    expect(received?.subject).to.have.length(300);
    expect(received?.text.length).to.be.below(20_001);
  });
});
