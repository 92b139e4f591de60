import { setTimeout as sleep } from 'node:timers/promises';
import { createToken } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import { type GatewayFixture, startGatewayFixture } from '../../../gateway/support/gateway-fixture.js';
import { sendRequest } from '../../../gateway/support/http-client.js';
import { eventually } from '../../../support/eventually.js';
import { type Replica, type Replicas, startReplicas } from '../../../support/replicas/start-replicas.js';

const minute = 60_000;
/** Longer than the 10 + 2 seconds after which the gateway gives up a frozen process. */
const frozenMs = 14_000;
const intervalMs = 100;

describe('gateway with two auth processes, one of them frozen', () => {
  let replicas: Replicas;
  let gateway: GatewayFixture;
  let both: readonly [Replica, Replica];

  before(async () => {
    replicas = await startReplicas(minute, minute);
    const [first, second] = replicas.all;
    if (!first || !second) throw new Error('Not all are there.');
    both = [first, second];
    replicas.publish(first.address, second.address);
    gateway = await startGatewayFixture({}, { AUTH_GRPC: replicas.target });
  });
  after(async () => {
    await gateway.stop();
    await replicas.stop();
  });

  /** Sends a request with an unknown key. Resolves to its status, and to the process that verified the key. */
  async function ask() {
    const { status } = await sendRequest(`${gateway.live}/v1/leads`, { key: createToken('pl_live_') });
    return { status, address: gateway.verifyLastCaller()?.actor.name };
  }

  async function askOneByOne(count: number) {
    const addresses = new Set<string | undefined>();
    for (let asked = 0; asked < count; asked += 1) addresses.add((await ask()).address);
    return addresses;
  }

  it('answers every request whose key must be looked up, even before it gives up on the frozen process', async () => {
    const [first, second] = both;
    await eventually(async () => expect(await askOneByOne(4)).to.have.all.keys(first.address, second.address));
    second.freeze();
    const asked: Promise<number>[] = [];
    for (let waitedMs = 0; waitedMs < frozenMs; waitedMs += intervalMs) {
      asked.push(ask().then(({ status }) => status));
      await sleep(intervalMs);
    }
    expect((await Promise.all(asked)).filter((status) => status !== 200)).to.deep.equal([]);
    expect(await askOneByOne(4)).to.have.all.keys(first.address);
    second.thaw();
    await eventually(async () => expect(await askOneByOne(4)).to.have.all.keys(first.address, second.address));
  });
});
