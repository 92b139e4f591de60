import { createLog } from '@plotline/kit/telemetry/log';
import { createMetrics, Measurement } from '@plotline/kit/telemetry/metrics';
import { expect } from 'chai';
import { readMetric } from '../../support/read-metric.js';

const log = createLog('test', 'silent');

describe('Measurement', () => {
  function create(measure: () => Promise<number>) {
    const registry = createMetrics('test').registry;
    const asked = { times: 0 };
    const measurement = new Measurement({
      subject: 'things',
      log,
      measure: async () => {
        asked.times += 1;
        const value = await measure();
        for (const gauge of gauges) gauge.set(value);
      },
    });
    const gauges = ['one', 'two'].map((name) => measurement.addGauge(registry, name, 'Of the test.', []));
    return { registry, asked };
  }

  it('measures once for all gauges in a scrape, and again for the next scrape', async () => {
    const { registry, asked } = create(async () => 7);
    expect([await readMetric(registry, 'one'), await readMetric(registry, 'two')]).to.deep.equal([7, 7]);
    expect(asked.times).to.equal(1);
  });

  it('omits failed measurements, and retries at the next scrape', async () => {
    let isAway = true;
    const { registry, asked } = create(async () => {
      if (isAway) throw new Error('The database is away.');
      return 7;
    });
    // After a reset, a gauge without labels has the value 0.
    expect(await readMetric(registry, 'one')).not.to.equal(7);
    isAway = false;
    expect(await readMetric(registry, 'one')).to.equal(7);
    expect(asked.times).to.equal(2);
  });

  it('delays no scrape while the database does not respond, and queries the database once', async () => {
    let answer: (value: number) => void = () => undefined;
    const { registry, asked } = create(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await registry.metrics();
    await registry.metrics();
    expect(asked.times).to.equal(1);
    answer(7);
    expect(await readMetric(registry, 'one')).to.equal(7);
  });
});
