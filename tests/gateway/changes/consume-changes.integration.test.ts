import { createBroker } from '@plotline/kit/broker/broker';
import { formatEnvelope } from '@plotline/kit/broker/message';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { storeUrl } from '../../support/test-stores.js';
import { useFixture } from '../../support/use-fixture.js';
import { openEventStream } from '../support/event-stream.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';

/** Two gateways on one broker. */
async function startReplicas() {
  const url = storeUrl('AMQP');
  const broker = await createBroker({ url, log: createLog('test', 'silent') });
  const start = () => startGatewayFixture({}, { AMQP_URL: url });
  const replicas = [await start(), await start()];
  const publish = (id: string, name: string, data: object) => {
    const payload = formatEnvelope({ id, event: name, timestamp: new Date(), workspace_id: 'ws_1', data });
    return broker.publish([{ id, name, payload, mode: 'live', requestId: 'r', mandatory: true }]);
  };
  const stop = async () => {
    await broker.close();
    for (const replica of replicas) await replica.stop();
  };
  return { replicas, publish, stop };
}

describe('gateway changes from events', () => {
  const gateways = useFixture(startReplicas);

  it('reach the pages on every replica, even after an unreadable event', async () => {
    const { replicas, publish } = gateways();
    const open = async ({ auth, verification }: (typeof replicas)[number]) => {
      const headers = { cookie: `plotline_session=${verification.createSession()}` };
      // The broker may connect after the gateway starts to listen.
      return eventually(async () => {
        const stream = await openEventStream(`${auth}/live/changes`, headers);
        expect(stream.status).to.equal(200);
        return stream;
      });
    };
    const streams = await Promise.all(replicas.map(open));
    await publish('evt_0', 'lead.updated', []);
    await publish('evt_1', 'lead.updated', { id: 'lead_1', name: 'Noor Haddad' });
    await eventually(() => {
      for (const { events } of streams) {
        const changes = events.filter(({ event }) => event === 'changes').flatMap(({ data }) => data);
        expect(changes.at(-1)).to.include({ type: 'lead.updated', resource: 'leads', id: 'lead_1' });
        expect(JSON.stringify(changes)).to.not.include('Noor');
      }
    });
    for (const stream of streams) stream.close();
  });
});
