import { testCaller } from '../../support/test-runtime.js';
import { succeed, testUpdatedAt } from '../../support/updated-at.js';
import { useFixture } from '../../support/use-fixture.js';
import { startWebhookService } from '../support/webhook-service.js';

describe('updated_at of webhook', () => {
  const service = useFixture(() => startWebhookService());
  let aheadMs = 0;
  const setClock = (ms: number) => {
    service().advanceClock(ms - aheadMs);
    aheadMs = ms;
  };

  async function webhook(): Promise<string> {
    const body = { url: 'http://127.0.0.1:9999/hook', events: ['lead.created'] };
    return `/v1/webhooks/${(await service().create('/v1/webhooks', body)).id}`;
  }

  testUpdatedAt(service, setClock, [
    {
      title: 'a webhook is changed',
      prepare: webhook,
      change: (path) => succeed(service().request('PUT', path, { body: { events: ['*'] } })),
    },
    {
      title: 'a secret is rotated',
      prepare: webhook,
      change: (path) => succeed(service().request('POST', `${path}/rotate-secret`, { body: {} })),
    },
    {
      title: 'a webhook is disabled',
      prepare: webhook,
      change: (path) => {
        const { webhooks, runtime } = service().context;
        const caller = testCaller();
        const id = path.slice('/v1/webhooks/'.length);
        return runtime.journal.commit({ caller }, async (session, time) => {
          const disabled = await webhooks.subscriptions.disable(caller, id, () => true, time, session);
          return { entries: disabled ? [disabled.entry] : [] };
        });
      },
    },
  ]);
});
