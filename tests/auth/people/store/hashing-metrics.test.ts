import { registerHashingMetrics } from '@plotline/auth/people/store/hashing-metrics';
import { hashPassword, matchesPassword } from '@plotline/auth/people/store/password-hashing';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { expect } from 'chai';
import { readMetric } from '../../../support/read-metric.js';

describe('metrics of the password hashing queue', () => {
  it('count the running, waiting and refused password hashes', async () => {
    const { registry } = createMetrics('auth');
    registerHashingMetrics(registry);
    const read = (name: string) => readMetric(registry, `plotline_password_hashing_${name}`);
    const refused = (await read('refusals_total')) ?? 0;
    const password = 'harbour lights at nine';
    const hashes = [hashPassword(password), hashPassword(password)];
    const compared = Array.from({ length: 110 }, () => matchesPassword(password, 'malformed'));
    // Read while all passwords are hashed, because no hash ends within one turn of the event loop.
    const ended = Promise.allSettled([...hashes, ...compared]);
    const [running = 0, waiting = 0, refusals = 0] = await Promise.all(
      ['running', 'waiting', 'refusals_total'].map(read),
    );
    expect(running).to.be.within(1, 2);
    expect([waiting, running + refusals - refused]).to.deep.equal([100, 12]);
    await ended;
    expect([await read('running'), await read('waiting')]).to.deep.equal([0, 0]);
  });
});
