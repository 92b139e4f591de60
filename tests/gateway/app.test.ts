import { Agent, request } from 'node:http';
import { stopInOrder } from '@plotline/kit/service/lifecycle';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { startGatewayFixture } from './support/gateway-fixture.js';
import { sendRequest } from './support/http-client.js';
import { answerJson } from './support/stub-service.js';

const silent = createLog('gateway', 'silent');

describe('gateway shutdown', () => {
  it('first reports that the gateway is not ready, then closes the listeners, then the connections to services and broker', async () => {
    const gateway = await startGatewayFixture();
    expect(gateway.gateway.shutdownSteps.map(({ name }) => name)).to.deep.equal([
      'readiness',
      'streams of changes',
      'listeners',
      'pass-through',
      'pools',
      'broker',
      'private listener',
    ]);
    await stopInOrder(gateway.gateway.shutdownSteps.slice(0, 1), silent);
    expect((await sendRequest(`${gateway.private}/ready`)).status).to.equal(503);
    expect((await sendRequest(`${gateway.private}/health`)).status).to.equal(200);
    await gateway.stop();
  });

  it('still serves while a load balancer has idle connections, and keeps none of them', async () => {
    const gateway = await startGatewayFixture({}, { DRAIN_MS: '2000' });
    const agent = new Agent({ keepAlive: true });
    const ask = () =>
      new Promise<string | undefined>((resolve, reject) => {
        const outgoing = request(`${gateway.live}/v1/leads/1`, { agent }).end();
        outgoing.once('error', reject);
        outgoing.once('response', (response) => {
          response.resume().once('end', () => resolve(response.headers.connection));
        });
      });
    expect(await ask()).to.equal('keep-alive');
    const stopped = stopInOrder(gateway.gateway.shutdownSteps, silent);
    // First on the kept connection, then on a new one.
    expect([await ask(), await ask()]).to.deep.equal(['close', 'close']);
    expect(gateway.gateway.servers.api.listening).to.equal(true);
    await stopped;
    expect(gateway.gateway.servers.api.listening).to.equal(false);
    agent.destroy();
    await gateway.stub.stop();
  });

  it('answers requests in flight and closes their keep-alive connections', async () => {
    const gateway = await startGatewayFixture();
    let release = () => {};
    gateway.stub.answer = (incoming, response) => {
      release = () => answerJson(200, '{}')(incoming, response);
    };
    const agent = new Agent({ keepAlive: true });
    const outgoing = request(`${gateway.live}/v1/leads/1`, {
      agent,
      headers: { authorization: `Bearer ${gateway.verification.createKey(['admin'])}` },
    }).end();
    const answered = new Promise<number | undefined>((resolve, reject) => {
      outgoing.once('error', reject);
      outgoing.once('response', (response) => {
        response.resume().once('end', () => resolve(response.statusCode));
      });
    });
    await eventually(() => expect(gateway.stub.received).to.have.length(1));
    const stopped = stopInOrder(gateway.gateway.shutdownSteps, silent);
    await eventually(() => expect(gateway.gateway.servers.api.listening).to.equal(false));
    release();
    expect(await answered).to.equal(200);
    await stopped;
    await eventually(() => expect(Object.values(agent.freeSockets).flat()).to.deep.equal([]));
    agent.destroy();
    await gateway.stub.stop();
  });
});
