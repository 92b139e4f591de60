import { warmUp } from '@plotline/gateway/edge/warm-up';
import { createLog } from '@plotline/kit/telemetry/log';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

const log = createLog('gateway', 'silent');

describe('gateway warm-up', () => {
  it('repeats each step until it has succeeded once', async () => {
    const time = new ManualTime();
    const runs: string[] = [];
    let isAway = true;
    const step = (name: string) => ({
      name,
      run: async () => {
        runs.push(name);
        if (isAway && name === 'keys') throw new Error('away');
      },
    });
    let isWarm = false;
    const warm = warmUp([step('keys'), step('credentials')], { log, time }).then(() => {
      isWarm = true;
    });
    await time.passUntil(() => expect(runs).to.have.length(4), 200);
    expect(isWarm).to.equal(false);
    isAway = false;
    await time.passUntil(() => expect(isWarm).to.equal(true), 200);
    await warm;
    expect(runs.filter((name) => name === 'credentials')).to.have.length(1);
  });

  it('ends after ten seconds, even if a step fails', async () => {
    const time = new ManualTime();
    let isWarm = false;
    const step = { name: 'keys', run: () => Promise.reject(new Error('away')) };
    void warmUp([step], { log, time }).then(() => {
      isWarm = true;
    });
    await time.passUntil(() => expect(isWarm).to.equal(true), 200);
    expect(time.monotonic()).to.be.within(9_000, 11_000);
  });

  it('does not report ready before the auth service has responded', async () => {
    const gateway = await startGatewayFixture({ warmUp: () => new Promise(() => undefined) });
    expect((await sendRequest(`${gateway.private}/ready`)).status).to.equal(503);
    expect((await sendRequest(`${gateway.private}/health`)).status).to.equal(200);
    await gateway.stop();
  });
});
