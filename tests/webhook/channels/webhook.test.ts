import { merge } from '@plotline/kit/core/json-object';
import {
  buildWebhook,
  editWebhook,
  listSigningSecrets,
  replaceSecret,
  type Webhook,
  type WebhookSettings,
} from '@plotline/webhook/channels/model/webhook';
import { isSubscribedTo } from '@plotline/webhook/subscriptions/model/recording-start';
import { disable, isRecording } from '@plotline/webhook/subscriptions/model/subscription';
import { expect } from 'chai';

const now = new Date('2026-03-01T09:30:00.000Z');
const later = new Date('2026-03-02T09:30:00.000Z');
const request = {
  url: 'https://example.com/hook',
  events: ['lead.won', 'unit.sold', 'lead.won'],
  active: true,
  payload_version: 'v2',
} as const;
const webhook = buildWebhook(request, 'wh_1', 'sealed', now);

/** Applies a change as a PUT does. */
function edit(before: Webhook, patch: Partial<WebhookSettings>, at: Date): Webhook {
  return editWebhook(before, merge(before, patch), at);
}

describe('a webhook', () => {
  it('lists each event once, in the given order', () => {
    expect(webhook.events).to.deep.equal(['lead.won', 'unit.sold']);
  });

  it('keeps the fields that a patch does not contain', () => {
    const changed = edit(webhook, { events: ['*'] }, later);
    const chosen_later = [{ event: '*', since: later }];
    expect(changed).to.deep.equal({ ...webhook, events: ['*'], chosen_later, updated_at: later });
  });

  it("gets a newly chosen group's events from that time on, and keeps the events of a group when it narrows the choice", () => {
    const grouped = edit(webhook, { events: ['unit.sold', 'lead.*'] }, later);
    expect(grouped.chosen_later).to.deep.equal([{ event: 'lead.*', since: later }]);
    expect(isSubscribedTo(grouped, { event: 'lead.lost', occurred_at: now })).to.equal(false);
    expect(isSubscribedTo(grouped, { event: 'lead.lost', occurred_at: later })).to.equal(true);
    expect(isSubscribedTo(grouped, { event: 'unit.created', occurred_at: later })).to.equal(false);
    const narrowed = edit(
      buildWebhook({ ...request, events: ['lead.*'] }, 'wh_2', '', now),
      { events: ['lead.won'] },
      later,
    );
    expect(narrowed.chosen_later).to.deep.equal([]);
  });

  it('is disabled once: a second failure changes nothing', () => {
    const disabled = disable(webhook, later);
    expect(disabled).to.include({ active: false, disabled_at: later });
    expect(disable(disabled, new Date(0))).to.equal(disabled);
  });

  it('records events while disabled by failures, but not after a request deactivated it', () => {
    expect(isRecording(webhook)).to.equal(true);
    expect(isRecording(disable(webhook, later))).to.equal(true);
    expect(isRecording(edit(webhook, { active: false }, later))).to.equal(false);
  });

  it('is no longer disabled after it is activated', () => {
    const again = edit(disable(webhook, now), { active: true }, later);
    expect(again).to.include({ active: true, disabled_at: null });
  });

  it('remains disabled, and still records events, after a PUT with a GET response as the body', () => {
    const back = edit(disable(webhook, now), { active: false }, later);
    expect(back).to.include({ active: false, disabled_at: now });
    expect(isRecording(back)).to.equal(true);
    const off = edit(edit(back, { active: true }, later), { active: false }, later);
    expect([off.disabled_at, isRecording(off)]).to.deep.equal([null, false]);
  });

  it('remains disabled if a patch does not contain active', () => {
    const disabled = edit(disable(webhook, now), { url: 'https://example.com/other' }, later);
    expect(disabled).to.include({ active: false, disabled_at: now });
  });

  it('begins a new epoch only when it becomes inactive', () => {
    const disabled = disable(webhook, later);
    const again = edit(disabled, { active: true }, later);
    const off = edit(again, { active: false }, later);
    const epochs = [
      webhook,
      edit(webhook, { active: true }, later),
      disabled,
      edit(disabled, { active: false }, later),
    ];
    expect(epochs.map(({ epoch }) => epoch)).to.deep.equal([0, 0, 1, 1]);
    expect(
      [again, off, edit(off, { url: 'https://example.com/other' }, later)].map(({ epoch }) => epoch),
    ).to.deep.equal([1, 2, 2]);
  });

  it('signs with both secrets for 24 hours after a rotation, with the new one first', () => {
    const rotated = replaceSecret(webhook, 'new', now);
    expect(listSigningSecrets(webhook, now)).to.deep.equal(['sealed']);
    expect(listSigningSecrets(rotated, now)).to.deep.equal(['new', 'sealed']);
    expect(listSigningSecrets(rotated, new Date(later.getTime() - 1))).to.deep.equal(['new', 'sealed']);
    expect(listSigningSecrets(rotated, later)).to.deep.equal(['new']);
  });

  it('signs with at most two secrets', () => {
    const twice = replaceSecret(replaceSecret(webhook, 'second', now), 'third', now);
    expect(listSigningSecrets(twice, now)).to.deep.equal(['third', 'second']);
  });
});
