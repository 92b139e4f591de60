import { verifyStripeHook } from '@plotline/connect/providers/stripe/work/signature';
import { expect } from 'chai';
import { signStripe, stripeKeys } from '../../support/stripe.js';

const now = new Date('2026-03-01T09:30:00.000Z');
const seconds = now.getTime() / 1_000;
const body = JSON.stringify({ id: 'evt_1', type: 'charge.refunded', data: {} });

function verify(signature: string | undefined, change: { readonly body?: string; readonly secret?: string } = {}) {
  return verifyStripeHook({
    body: Buffer.from(change.body ?? body),
    header: (name) => (name === 'stripe-signature' ? signature : undefined),
    credentials: { webhook_secret: change.secret ?? stripeKeys.signing },
    now,
  });
}

describe('verification of Stripe signatures', () => {
  it("accepts signatures made with Stripe's library", () => {
    const event = { id: 'evt_1', type: 'charge.refunded' };
    expect(verify(signStripe(body, seconds))).to.deep.equal({ kind: 'accepted', event });
  });

  it('accepts a header if one of several signatures is valid, as during a change of secrets', () => {
    const [, right = ''] = signStripe(body, seconds).split(',');
    const other = signStripe(body, seconds, 'whsec_other');
    expect(verify(`${other},${right}`).kind).to.equal('accepted');
  });

  for (const ageSeconds of [300, -300]) {
    it(`accepts a clock difference of ${ageSeconds} seconds, but not one second more`, () => {
      expect(verify(signStripe(body, seconds - ageSeconds)).kind).to.equal('accepted');
      const later = ageSeconds + Math.sign(ageSeconds);
      expect(verify(signStripe(body, seconds - later))).to.deep.equal({ kind: 'refused', reason: 'too_old' });
    });
  }

  for (const header of [undefined, '', 't=1', 'v1=00', 't=x,v1=', `t=${seconds},v0=${'0'.repeat(64)}`]) {
    it(`refuses the header ${JSON.stringify(header) ?? 'that is missing'}`, () => {
      expect(verify(header)).to.deep.equal({ kind: 'refused', reason: 'signature' });
    });
  }

  it('refuses a changed body, another secret and a missing secret', () => {
    const signature = signStripe(body, seconds);
    expect(verify(signature, { body: `${body} ` })).to.deep.equal({ kind: 'refused', reason: 'signature' });
    expect(verify(signature, { secret: 'whsec_other' })).to.deep.equal({ kind: 'refused', reason: 'signature' });
    expect(verify(signature, { secret: '' })).to.deep.equal({ kind: 'refused', reason: 'unready' });
  });

  it('refuses a signed body that is not an event', () => {
    for (const text of ['', 'text', '[]', '{"id":1,"type":"a"}']) {
      const signed = signStripe(text, seconds);
      expect(verify(signed, { body: text })).to.deep.equal({ kind: 'refused', reason: 'malformed' });
    }
  });
});
