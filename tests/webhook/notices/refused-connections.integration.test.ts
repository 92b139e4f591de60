import { recordRefusedConnections } from '@plotline/webhook/notices/work/record-refused-connections';
import { expect } from 'chai';
import { useWebhookFixture } from '../support/webhook-fixture.js';
import { createEvent } from '../support/webhook-service.js';

describe('GET /v1/notifications about connections that need attention', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  const workspaceId = () => fixture.subscriber.workspaceId;

  it('notify owners and admins once, and no one else', async () => {
    const data = {
      connection_id: 'con_1',
      name: 'HubSpot Dubai',
      provider: 'hubspot',
      code: 'credentials_refused',
      message: 'HubSpot refused the credentials.',
    };
    const event = createEvent('connection.needs_attention', { workspaceId: workspaceId(), data, mode: 'live' });
    const consumer = recordRefusedConnections(fixture.service.context);
    await consumer.handle(event);
    await consumer.handle(event);
    const read = async (role: string, scopes: readonly string[]) => {
      const actor = { type: 'user' as const, id: `person_${role}`, name: 'Ada', role };
      const as = { workspaceId: workspaceId(), actor, scopes };
      return (await fixture.service.request('GET', '/v1/notifications?type=connection.needs_attention', { as })).body;
    };
    for (const role of ['owner', 'admin']) {
      const [notice, ...others] = await read(role, ['admin']);
      expect(others).to.deep.equal([]);
      expect(notice).to.deep.include({
        message: 'The connection “HubSpot Dubai” needs attention. HubSpot refused the credentials.',
        subject: { type: 'connection', id: 'con_1' },
        data: { provider: 'hubspot' },
      });
    }
    expect(await read('agent', ['read:leads', 'webhooks'])).to.deep.equal([]);
  });
});
