import { merge } from '@plotline/kit/merge';
import {
  amend,
  disable,
  isRecording,
  rotateSecret,
  type Subscription,
  type SubscriptionPatch,
  signingSecrets,
  subscribe,
} from '@plotline/webhook/domain/subscription';
import { expect } from 'chai';

const now = new Date('2026-03-01T09:30:00.000Z');
const later = new Date('2026-03-02T09:30:00.000Z');
const request = {
  url: 'https://example.com/hook',
  events: ['lead.won', 'unit.sold', 'lead.won'],
  active: true,
  payload_version: 'v2',
} as const;
const subscription = subscribe(request, 'wh_1', 'sealed', now);

function amended(before: Subscription, patch: SubscriptionPatch): Subscription {
  return amend(merge(before, patch), later);
}

describe('a subscription', () => {
  it('names each event once, in the order given', () => {
    expect(subscription.events).to.deep.equal(['lead.won', 'unit.sold']);
  });

  it('changes only what is named', () => {
    const changed = amended(subscription, { events: ['*'] });
    expect(changed).to.deep.equal({ ...subscription, events: ['*'], updated_at: later });
  });

  it('is disabled once: a second failure changes nothing', () => {
    const disabled = disable(subscription, later);
    expect(disabled).to.include({ active: false, disabled_at: later });
    expect(disable(disabled, new Date(0))).to.equal(disabled);
  });

  it('records events while disabled, but not when switched off by request', () => {
    expect(isRecording(subscription)).to.equal(true);
    expect(isRecording(disable(subscription, later))).to.equal(true);
    expect(isRecording(amended(subscription, { active: false }))).to.equal(false);
  });

  it('forgets that it was disabled when it is switched on', () => {
    const again = amended(disable(subscription, now), { active: true });
    expect(again).to.include({ active: true, disabled_at: null });
  });

  it('stays disabled, and records, when what was read is put back', () => {
    const back = amended(disable(subscription, now), { active: false });
    expect(back).to.include({ active: false, disabled_at: now });
    expect(isRecording(back)).to.equal(true);
    const off = amended(amended(back, { active: true }), { active: false });
    expect([off.disabled_at, isRecording(off)]).to.eql([null, false]);
  });

  it('stays disabled through changes that do not say whether it is on', () => {
    const disabled = amended(disable(subscription, now), { url: 'https://example.com/other' });
    expect(disabled).to.include({ active: false, disabled_at: now });
  });

  it('signs with both secrets for 24 hours after a rotation, the new one first', () => {
    const rotated = rotateSecret(subscription, 'new', now);
    expect(signingSecrets(subscription, now)).to.deep.equal(['sealed']);
    expect(signingSecrets(rotated, now)).to.deep.equal(['new', 'sealed']);
    expect(signingSecrets(rotated, new Date(later.getTime() - 1))).to.deep.equal(['new', 'sealed']);
    expect(signingSecrets(rotated, later)).to.deep.equal(['new']);
  });

  it('signs with two secrets at most', () => {
    const twice = rotateSecret(rotateSecret(subscription, 'second', now), 'third', now);
    expect(signingSecrets(twice, now)).to.deep.equal(['third', 'second']);
  });
});
