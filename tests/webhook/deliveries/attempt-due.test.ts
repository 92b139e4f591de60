import { buildWebhook, type Webhook } from '@plotline/webhook/channels/model/webhook';
import { OutcomeUnknown } from '@plotline/webhook/deliveries/model/attempt-errors';
import { createAttemptDue } from '@plotline/webhook/deliveries/work/attempt-due';
import { expect } from 'chai';
import { sampleDelivery, sampleOutcome, startedAt } from '../support/sample-delivery.js';

describe('attemptDue', () => {
  const settings = { url: 'https://example.com/hook', events: ['*'], active: true, payload_version: 'v2' } as const;
  const webhook = buildWebhook(settings, 'wh_1', 'sealed', startedAt);
  const tenant = { workspaceId: 'ws_1', mode: 'live' } as const;

  /** Makes an attempt that ends with the error. Its lease is lost or not. */
  function attempt(error: string | null, isHeld: boolean) {
    const attemptDue = createAttemptDue<Webhook>({
      attemptDelivery: async () => sampleOutcome(startedAt, error),
      events: { get: async () => null },
      payloadMemory: { use: async (_workspaceId, read, work) => work(await read()) },
    });
    const term = { signal: new AbortController().signal, isHeld: () => isHeld };
    const due = { delivery: sampleDelivery(), content: { payload: '{}' } };
    return attemptDue(tenant, webhook, due, term).catch((reason: unknown) => reason);
  }

  it('has no outcome after a failure if the lease was lost, because the sender may have been frozen', async () => {
    expect(await attempt('No complete answer within 5 seconds.', false)).to.be.instanceOf(OutcomeUnknown);
  });

  it('records a failure only while the lease is valid, and a success in any case', async () => {
    expect(await attempt('The connection failed.', true)).to.have.nested.property('attempt.response_code', 500);
    expect(await attempt(null, false)).to.have.nested.property('attempt.response_code', 200);
  });
});
