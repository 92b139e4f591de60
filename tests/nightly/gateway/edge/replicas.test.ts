import { expect } from 'chai';
import { type GatewayFixture, startGatewayFixture } from '../../../gateway/support/gateway-fixture.js';
import { sendRequest } from '../../../gateway/support/http-client.js';
import { eventually } from '../../../support/eventually.js';
import { type Replicas, startReplicas } from '../../../support/replicas/start-replicas.js';

const minute = 60_000;
const nobody = '127.0.0.9';

describe('gateway with several processes of a service behind one name', () => {
  let replicas: Replicas;
  let gateway: GatewayFixture;
  let key: string;

  before(async () => {
    replicas = await startReplicas(minute, minute, minute);
  });
  after(() => replicas.stop());
  beforeEach(async () => {
    gateway = await startGatewayFixture({}, { PIPELINE_URL: replicas.url, AUTH_URL: replicas.url });
    key = gateway.verification.createKey(['write:leads']);
  });
  afterEach(() => gateway.stop());

  /** Sends a request that is never repeated and resolves to the address of the process that answered. */
  async function ask(): Promise<string> {
    const reply = await sendRequest(`${gateway.live}/v1/leads`, { key, method: 'POST', body: '{}' });
    expect(reply.status, reply.text).to.equal(200);
    return JSON.parse(reply.text).data.id;
  }

  async function askOneByOne(count: number): Promise<string[]> {
    const answered: string[] = [];
    while (answered.length < count) answered.push(await ask());
    return answered;
  }

  /** Waits until requests go only to these processes. */
  async function waitUntilAnsweredBy(...expected: readonly string[]): Promise<void> {
    await eventually(async () => expect(new Set(await askOneByOne(6))).to.have.all.keys(...expected));
  }

  it('sends a third process its share once the name includes it, and fails no request when the process leaves the name and stops', async () => {
    const [first, second, third] = replicas.all;
    if (!first || !second || !third) throw new Error('Not all are there.');
    replicas.publish(first.address, second.address);
    await waitUntilAnsweredBy(first.address, second.address);
    replicas.publish(first.address, second.address, third.address);
    await waitUntilAnsweredBy(first.address, second.address, third.address);
    const answered = await askOneByOne(60);
    expect(answered.filter((address) => address === third.address).length).to.be.at.least(60 / 4);

    let isOver = false;
    const clients = Array.from({ length: 8 }, async () => {
      for (let isLast = false; !isLast; await ask()) isLast = isOver;
    });
    replicas.publish(first.address, second.address);
    await eventually(async () => expect(await third.countConnections()).to.equal(0));
    await third.stop();
    await waitUntilAnsweredBy(first.address, second.address);
    isOver = true;
    await Promise.all(clients);
  });

  it('sends a request to another address when one is dead', async () => {
    const [first, second] = replicas.all;
    if (!first || !second) throw new Error('Not all are there.');
    replicas.publish(nobody, first.address, second.address);
    expect(new Set(await askOneByOne(30))).to.have.all.keys(first.address, second.address);
  });

  it('distributes requests for the authorization server among the available replicas in turn', async () => {
    const [first, second] = replicas.all;
    if (!first || !second) throw new Error('Not all are there.');
    replicas.publish(nobody, first.address, second.address);
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const reply = await sendRequest(`${gateway.auth}/auth/session`);
        expect(reply.status, reply.text).to.equal(200);
        return JSON.parse(reply.text).id;
      }),
    );
    expect(new Set(ids)).to.have.all.keys(first.address, second.address);
  });
});
