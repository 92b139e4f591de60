import { findHostFault } from '@plotline/webhook/channels/model/chat-hosts';
import { expect } from 'chai';

const good = {
  slack: ['https://hooks.slack.com/services/T0/B0/x', 'https://hooks.slack-gov.com/services/T0/B0/x'],
  teams: [
    'https://acme.webhook.office.com/webhookb2/x',
    'https://prod-1.westeurope.logic.azure.com:443/workflows/x?sig=y',
    'https://default1.2.environment.api.powerplatform.com/powerautomate/x',
  ],
  google_chat: ['https://chat.googleapis.com/v1/spaces/x/messages?key=y&token=z'],
} as const;

const bad = {
  slack: ['http://hooks.slack.com/services/x', 'https://hooks.slack.com.evil.example/', 'https://evil.example/'],
  teams: ['https://webhook.office.com.evil.example/', 'https://evilwebhook.office.com/', 'https://hooks.slack.com/'],
  google_chat: ['https://googleapis.com/', 'https://x.chat.googleapis.com/'],
} as const;

const kinds = ['slack', 'teams', 'google_chat'] as const;

describe('the address of a chat', () => {
  for (const kind of kinds) {
    it(`is accepted for ${kind} only at the hosts of its incoming webhooks`, () => {
      for (const url of good[kind]) expect(findHostFault(kind, url), url).to.equal(null);
      for (const url of bad[kind]) expect(findHostFault(kind, url), url).to.include({ field: 'url' });
    });
  }
});
