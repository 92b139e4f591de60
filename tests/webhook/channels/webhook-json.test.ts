import { toWebhookJson } from '@plotline/webhook/channels/api/webhook-json';
import { buildWebhook } from '@plotline/webhook/channels/model/webhook';
import { expect } from 'chai';
import { startedAt } from '../support/sample-delivery.js';
import { toStats } from '../support/subscriber.js';

const settings = { url: 'https://example.com/', events: ['*'], active: true, payload_version: 'v2' } as const;
const webhook = buildWebhook(settings, 'wh_1', 'sealed', startedAt);

describe('toWebhookJson', () => {
  it('shows no secret', () => {
    expect(JSON.stringify(toWebhookJson(webhook, undefined, 0)))
      .to.not.include('secret')
      .and.not.include('sealed');
  });

  it('adds pending deliveries to the total', () => {
    const counter = { counts: { successful: 3, failed: 2 }, latest: startedAt };
    const json = toWebhookJson(webhook, counter, 4);
    expect(json).to.deep.include({ last_triggered: startedAt, stats: toStats(9, 3, 2) });
  });
});
