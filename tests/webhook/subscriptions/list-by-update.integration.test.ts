import { testListByUpdate } from '../../support/list-by-update.js';
import { succeed } from '../../support/updated-at.js';
import { useFixture } from '../../support/use-fixture.js';
import { startWebhookService } from '../support/webhook-service.js';

describe('webhook lists sorted by the time of the last change', () => {
  const service = useFixture(() => startWebhookService());
  const body = { url: 'http://127.0.0.1:9999/hook', events: ['lead.created'] };

  testListByUpdate(service, [
    {
      title: 'webhooks',
      prepare: async () => '/v1/webhooks',
      create: async (as) => (await service().create('/v1/webhooks', body, as)).id,
      change: (as, id) => succeed(service().request('PUT', `/v1/webhooks/${id}`, { as, body: { events: ['*'] } })),
    },
  ]);
});
