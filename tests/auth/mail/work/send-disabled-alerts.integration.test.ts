import { sendDisabledAlerts } from '@plotline/auth/mail/work/send-disabled-alerts';
import type { Mode } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember } from '../../support/members.js';

const hourMs = 3_600_000;

interface Published {
  readonly mode?: Mode;
  readonly times?: number;
  readonly change?: object;
}

describe('webhook.disabled', () => {
  const auth = useFixturePerTest(startAuth);
  let workspaceId: string;
  beforeEach(async () => {
    ({ id: workspaceId } = await auth().workspace('Harbour'));
  });

  /** Passes the event to its consumer repeatedly, as the broker might. */
  async function disable(eventId: string, { mode = 'live', times = 1, change = {} }: Published = {}): Promise<void> {
    const last_answer = {
      response_code: 500,
      error: 'The receiver answered 500.',
      response_body: 'see https://evil.example/x',
    };
    const data = { webhook_id: 'wh_1', host: 'hooks.example.com', event: 'unit.sold', last_answer, ...change };
    const timestamp = '2026-03-02T12:05:00.000Z';
    const payload = JSON.stringify({
      id: eventId,
      event: 'webhook.disabled',
      timestamp,
      workspace_id: workspaceId,
      data,
    });
    const event = { id: eventId, name: 'webhook.disabled', mode, payload, requestId: 'request-test' };
    const { handle } = sendDisabledAlerts(auth().context);
    await Promise.all(Array.from({ length: times }, () => handle(event)));
  }

  it('is emailed only to the active owners of the workspace, with the reason and the last response', async () => {
    const owners = [await addMember(auth(), workspaceId), await addMember(auth(), workspaceId)];
    const admin = await addMember(auth(), workspaceId, 'admin');
    const former = await addMember(auth(), workspaceId);
    await auth().agents.put(workspaceId, former.agentId, { status: 'inactive' });
    const { id: other } = await auth().workspace('Elsewhere');
    const stranger = await addMember(auth(), other);
    await disable('evt_1');
    for (const { email } of owners) {
      const mail = await auth().mailbox.last(email, /disabled/);
      expect(mail.subject).to.equal('A webhook of Harbour was disabled');
      const text = mail.text.replaceAll('\u200b', '');
      expect(text).to.include('wh_1').and.include('hooks.example.com').and.include('2026-03-02T12:05:00.000Z');
      expect(text).to.include('a delivery of unit.sold failed five times');
      expect(text).to.include('Last response: status 500. The receiver answered 500.');
      expect(mail.text, "a stranger's answer is not a link").to.not.include('https://evil.example');
      expect(text).to.include('see https://evil.example/x');
    }
    for (const { email } of [admin, former, stranger]) expect(auth().mailbox.countTo(email)).to.equal(0);
  });

  it('is emailed once, even when it is consumed repeatedly or concurrently', async () => {
    const owner = await addMember(auth(), workspaceId);
    await disable('evt_1', { times: 4 });
    await disable('evt_1');
    await auth().mailbox.last(owner.email, /disabled/);
    expect(auth().mailbox.countTo(owner.email)).to.equal(1);
  });

  it('is emailed at most five times an hour for a workspace', async () => {
    const owner = await addMember(auth(), workspaceId);
    for (let count = 1; count <= 7; count += 1) await disable(`evt_${count}`);
    await eventually(() => expect(auth().mailbox.countTo(owner.email)).to.equal(5));
    auth().passTime(hourMs + 1_000);
    await disable('evt_8');
    await eventually(() => expect(auth().mailbox.countTo(owner.email)).to.equal(6));
  });

  it('is not emailed for a webhook in the sandbox', async () => {
    const owner = await addMember(auth(), workspaceId);
    await disable('evt_1', { mode: 'sandbox' });
    await disable('evt_2');
    await auth().mailbox.last(owner.email, /disabled/);
    expect(auth().mailbox.countTo(owner.email)).to.equal(1);
  });

  it('is emailed without a response when the receiver sent none', async () => {
    const owner = await addMember(auth(), workspaceId);
    const last_answer = { response_code: null, error: 'The connection was refused.', response_body: null };
    await disable('evt_1', { change: { last_answer } });
    const { text } = await auth().mailbox.last(owner.email, /disabled/);
    expect(text)
      .to.include('Last response: no complete response. The connection was refused.')
      .and.not.include('Response body');
  });
});

describe('integration.disabled', () => {
  const auth = useFixturePerTest(startAuth);

  async function disable(workspaceId: string, eventId: string, change: object): Promise<void> {
    const last_answer = { response_code: 404, error: 'The receiver answered 404.', response_body: 'no_service' };
    const data = { integration_id: 'int_1', name: 'Sales channel', event: 'lead.won', last_answer, ...change };
    const envelope = { id: eventId, event: 'integration.disabled', workspace_id: workspaceId, data };
    const payload = JSON.stringify({ ...envelope, timestamp: '2026-03-02T12:05:00.000Z' });
    const event = { id: eventId, name: 'integration.disabled', mode: 'live', payload, requestId: 'r' } as const;
    await sendDisabledAlerts(auth().context).handle(event);
  }

  it('is emailed to the owners with the reason and a link to the integration, for chat and email integrations alike', async () => {
    const { id: workspaceId } = await auth().workspace('Harbour');
    const owner = await addMember(auth(), workspaceId);
    await disable(workspaceId, 'evt_1', { host: 'hooks.slack.com' });
    const { subject, text } = await auth().mailbox.last(owner.email, /disabled/);
    expect(subject).to.equal('An integration of Harbour was disabled');
    expect(text.replaceAll('\u200b', ''))
      .to.include('The integration “Sales channel” in the workspace Harbour (hooks.slack.com) was disabled')
      .and.include('Last response: status 404. The receiver answered 404.')
      .and.include(`/dashboard/${workspaceId}/live/integrations/int_1`);
    const error = 'None of the recipients is an active agent with an account.';
    const last_answer = { response_code: null, error, response_body: null };
    await disable(workspaceId, 'evt_2', { host: null, event: 'integration.digest', last_answer });
    await eventually(() => expect(auth().mailbox.countTo(owner.email)).to.equal(2));
    const digest = (await auth().mailbox.last(owner.email, /disabled/)).text.replaceAll('\u200b', '');
    expect(digest).to.include('(email digest) was disabled').and.include(`email not sent. ${error}`);
  });
});

describe('connection.needs_attention', () => {
  const auth = useFixturePerTest(startAuth);

  it('is emailed to the owners once, with the reason', async () => {
    const { id: workspaceId } = await auth().workspace('Harbour');
    const owner = await addMember(auth(), workspaceId);
    const at = '2026-03-02T12:05:00.000Z';
    const data = { connection_id: 'con_1', name: 'Stripe Dubai', message: 'Stripe refused the credentials.', at };
    const name = 'connection.needs_attention';
    const payload = JSON.stringify({ id: 'evt_1', event: name, workspace_id: workspaceId, data, timestamp: at });
    const event = { id: 'evt_1', name, mode: 'live', payload, requestId: 'r' } as const;
    for (let times = 0; times < 2; times += 1) await sendDisabledAlerts(auth().context).handle(event);
    const { subject, text } = await auth().mailbox.last(owner.email, /attention/);
    expect(subject).to.equal('A connection of Harbour needs attention');
    expect(text.replaceAll('\u200b', ''))
      .to.include('The connection “Stripe Dubai” in the workspace Harbour stopped')
      .and.include('Stripe refused the credentials.');
    await eventually(() => expect(auth().mailbox.countTo(owner.email)).to.equal(1));
  });
});
