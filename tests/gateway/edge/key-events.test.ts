import { KeyCache } from '@plotline/gateway/edge/key-cache';
import { createKeyConsumer } from '@plotline/gateway/edge/key-events';
import { formatEnvelope } from '@plotline/kit/broker/event-envelope';
import { createLog } from '@plotline/kit/process/log';
import { expect } from 'chai';
import { StubVerification } from '../stub-verification.js';

const event = (payload: string) => ({
  id: 'evt_1',
  name: 'key.revoked',
  mode: 'live' as const,
  payload,
  requestId: 'req_1',
});

const envelope = { id: 'evt_1', event: 'key.revoked', timestamp: new Date(0), workspace_id: 'ws_1' };

describe('gateway: the event of a revocation', () => {
  it('drops the key that it names', async () => {
    const verification = new StubVerification();
    const keys = new KeyCache(verification.verify, () => 0);
    const consumer = createKeyConsumer(keys, createLog('gateway', 'silent'));
    const key = verification.make(['admin']);
    const id = (await keys.find(key, 'live'))?.actor.id;
    await consumer.handle(event(formatEnvelope({ ...envelope, data: { id } })));
    expect(await keys.find(key, 'live')).to.equal(null);
  });

  it('is a hint: one that names no key is passed over and does not come again', async () => {
    const keys = new KeyCache(new StubVerification().verify, () => 0);
    const consumer = createKeyConsumer(keys, createLog('gateway', 'silent'));
    expect(consumer).to.include({ transient: true });
    const withData = [null, { id: 7 }].map((data) => formatEnvelope({ ...envelope, data }));
    for (const payload of ['', '{', '[]', ...withData]) await consumer.handle(event(payload));
  });
});
