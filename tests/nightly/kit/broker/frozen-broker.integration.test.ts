import { createBroker } from '@plotline/kit/broker/broker';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { startSeverableProxy } from '../../../support/severable-proxy.js';
import { storeUrl } from '../../../support/test-stores.js';

describe('createBroker when the broker freezes', () => {
  it('notices promptly that the broker is frozen', async () => {
    const url = new URL(storeUrl('AMQP'));
    const proxy = await startSeverableProxy(url.hostname, Number(url.port || 5672));
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const broker = await createBroker({ url: url.href, log: createLog('test', 'silent') });
    await eventually(() => expect(broker.isConnected()).to.equal(true));
    proxy.freeze();
    await eventually(() => expect(broker.isConnected()).to.equal(false));
    proxy.restore();
    await eventually(() => expect(broker.isConnected()).to.equal(true));
    await broker.close();
    await proxy.close();
  });
});
