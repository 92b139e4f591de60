import { toDeliveryJson } from '@plotline/webhook/deliveries/api/delivery-json';
import { recordAttempt, resend } from '@plotline/webhook/deliveries/model/delivery';
import { expect } from 'chai';
import { sampleDelivery, sampleOutcome, startedAt } from '../support/sample-delivery.js';

const failed = recordAttempt(sampleDelivery(), sampleOutcome(startedAt, 'The receiver answered 500.'));

describe('toDeliveryJson', () => {
  it('shows neither error nor next_retry before the first attempt', () => {
    const json = toDeliveryJson(sampleDelivery());
    expect(json).to.include({ status: 'pending', response_code: null }).and.not.have.any.keys('error', 'next_retry');
  });

  it('shows error and next_retry after a failed attempt with a retry scheduled', () => {
    const json = toDeliveryJson(failed);
    expect(json).to.include({ response_code: 500, error: 'The receiver answered 500.', next_retry: failed.due_at });
  });

  it('shows no error from a failed resend once the delivery was delivered', () => {
    const delivered = recordAttempt(failed, sampleOutcome(startedAt, null));
    const due = resend(delivered, 0, startedAt);
    const json = due && toDeliveryJson(recordAttempt(due, sampleOutcome(startedAt, 'no')));
    expect(json).to.include({ status: 'delivered', response_code: 500 }).and.not.have.any.keys('error', 'next_retry');
  });
});
