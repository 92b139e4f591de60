import { createBroker } from '@plotline/kit/broker/broker';
import { formatEnvelope } from '@plotline/kit/broker/event-envelope';
import { newId } from '@plotline/kit/ids';
import { createLog } from '@plotline/kit/process/log';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { storeUrl } from '../../support/test-stores.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

describe('gateway key revocation by event', () => {
  it('refuses a key on every replica once key.revoked is published', async () => {
    const url = storeUrl('AMQP');
    const broker = await createBroker({ url, log: createLog('test', 'silent') });
    // A clock that stands still: entries never leave the cache by age.
    const replicas = [
      await startGatewayFixture({ keyCacheNow: () => 0 }, { AMQP_URL: url }),
      await startGatewayFixture({ keyCacheNow: () => 0 }, { AMQP_URL: url }),
    ];
    const id = newId('key');
    const keys = replicas.map(({ verification }) =>
      verification.createKey(['admin'], { actor: { type: 'key', id, name: 'Website' } }),
    );
    const statuses = () =>
      Promise.all(
        replicas.map(async ({ live }, index) => {
          const { status } = await sendRequest(`${live}/v1/leads/1`, { key: keys[index] ?? '' });
          return status;
        }),
      );
    expect(await statuses()).to.deep.equal([200, 200]);

    const about = { id: newId('evt'), event: 'key.revoked', timestamp: new Date(), workspace_id: 'ws_test' };
    const payload = formatEnvelope({ ...about, data: { id } });
    await eventually(async () => {
      const event = {
        id: newId('evt'),
        name: 'key.revoked',
        payload,
        mode: 'live',
        requestId: 'r',
        mandatory: true,
      } as const;
      await broker.publish([event]);
      expect(await statuses()).to.deep.equal([401, 401]);
    });

    await broker.close();
    for (const replica of replicas) await replica.stop();
  });
});
