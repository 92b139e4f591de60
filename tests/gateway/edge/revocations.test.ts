import { CredentialCache } from '@plotline/gateway/edge/credential-cache';
import { createRevocationConsumer } from '@plotline/gateway/edge/revocations';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { createMonotonic } from '../support/clock.js';
import { createAnyone, StubVerification } from '../support/stub-verification.js';

const live = (value: string) => ({ kind: 'live_key', value }) as const;

const createEvent = (payload: string, name = 'key.revoked') => ({
  id: 'evt_1',
  name,
  mode: 'live' as const,
  payload,
  requestId: 'req_1',
});

describe('gateway createRevocationConsumer', () => {
  it('evicts the key in the event', async () => {
    const verification = new StubVerification();
    const credentials = new CredentialCache(
      verification.verify,
      createMonotonic(() => 0),
    );
    const consumer = createRevocationConsumer([credentials], createLog('gateway', 'silent'));
    const key = verification.createKey(['admin']);
    const id = (await credentials.find(live(key), createAnyone))?.id;
    const event = { id: 'evt_1', event: 'key.revoked', timestamp: new Date(), workspace_id: 'ws_1', data: { id } };
    await consumer.handle(createEvent(JSON.stringify(event)));
    expect(await credentials.find(live(key), createAnyone)).to.equal(null);
  });

  it('looks up a person again after an event about their agent', async () => {
    const verification = new StubVerification();
    const credentials = new CredentialCache(
      verification.verify,
      createMonotonic(() => 0),
    );
    const consumer = createRevocationConsumer([credentials], createLog('gateway', 'silent'));
    const session = { kind: 'session', value: verification.createSession([{ agentId: 'agent_7' }]) } as const;
    await credentials.find(session, createAnyone);
    const event = { id: 'evt_1', event: 'agent.access_changed', timestamp: new Date(), workspace_id: 'ws_1' };
    await consumer.handle(
      createEvent(JSON.stringify({ ...event, data: { agent_id: 'agent_7' } }), 'agent.access_changed'),
    );
    verification.revoke(session.value);
    expect(await credentials.find(session, createAnyone)).to.equal(null);
  });

  it("skips an event without a key, and doesn't retry it", async () => {
    const credentials = new CredentialCache(
      new StubVerification().verify,
      createMonotonic(() => 0),
    );
    const consumer = createRevocationConsumer([credentials], createLog('gateway', 'silent'));
    expect(consumer).to.include({ transient: true });
    for (const payload of ['', '{', '[]', '{"data":null}', '{"data":{"id":7}}'])
      await consumer.handle(createEvent(payload));
  });
});
