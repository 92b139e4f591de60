import { createBroker } from '@plotline/kit/broker/broker';
import { formatEnvelope } from '@plotline/kit/broker/message';
import { newId } from '@plotline/kit/core/ids';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { storeUrl } from '../../support/test-stores.js';
import { useFixture } from '../../support/use-fixture.js';
import { type GatewayFixture, startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

/** Two gateways on one broker. Their clock stands still, so that no entry leaves the cache because of its age. */
async function startReplicas() {
  const url = storeUrl('AMQP');
  const broker = await createBroker({ url, log: createLog('test', 'silent') });
  const start = () => startGatewayFixture({ credentialsNow: () => 0 }, { AMQP_URL: url });
  const replicas = [await start(), await start()];
  const publish = (name: string, data: object) => {
    const id = newId('evt');
    const payload = formatEnvelope({ id, event: name, timestamp: new Date(), workspace_id: 'ws_1', data });
    return broker.publish([{ id, name, payload, mode: 'live', requestId: 'r', mandatory: true }]);
  };
  const stop = async () => {
    await broker.close();
    for (const replica of replicas) await replica.stop();
  };
  return { replicas, publish, stop };
}

describe('gateway revocation by event', () => {
  const gateways = useFixture(startReplicas);

  /** Returns the status that each replica answers to its key. */
  async function ask(keys: readonly string[]): Promise<number[]> {
    const { replicas } = gateways();
    return Promise.all(
      replicas.map(async ({ live }, index) => {
        const { status } = await sendRequest(`${live}/v1/leads/1`, { key: keys[index] ?? '' });
        return status;
      }),
    );
  }

  const createForAll = (create: (replica: GatewayFixture) => string) => gateways().replicas.map(create);

  it('refuses a key on every replica once key.revoked is published', async () => {
    const id = newId('key');
    const actor = { type: 'key', id, name: 'Website' } as const;
    const keys = createForAll(({ verification }) => verification.createKey(['admin'], { actor }));
    expect(await ask(keys)).to.deep.equal([200, 200]);
    await eventually(async () => {
      await gateways().publish('key.revoked', { id });
      expect(await ask(keys)).to.deep.equal([401, 401]);
    });
  });

  it('refuses a session on every replica once session.ended is published', async () => {
    const sessions = createForAll(({ verification }) => verification.createSession([{}], { id: 'session_7' }));
    expect(await ask(sessions)).to.deep.equal([200, 200]);
    await eventually(async () => {
      await gateways().publish('session.ended', { id: 'session_7' });
      expect(await ask(sessions)).to.deep.equal([401, 401]);
    });
  });

  it('looks up a person again on every replica once agent.access_changed is published', async () => {
    const sessions = createForAll(({ verification }) => verification.createSession([{ agentId: 'agent_7' }]));
    expect(await ask(sessions)).to.deep.equal([200, 200]);
    for (const [index, { verification }] of gateways().replicas.entries()) verification.revoke(sessions[index] ?? '');
    expect(await ask(sessions)).to.deep.equal([200, 200]);
    await eventually(async () => {
      await gateways().publish('agent.access_changed', { agent_id: 'agent_7' });
      expect(await ask(sessions)).to.deep.equal([401, 401]);
    });
  });
});
