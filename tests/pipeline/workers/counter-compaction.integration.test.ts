import { registerCounterMetrics } from '@plotline/pipeline/workers/counter-compaction';
import { expect } from 'chai';
import { readMetric } from '../../support/read-metric.js';
import { useFixture } from '../../support/use-fixture.js';
import { addLead, startSales } from '../support/sales-fixture.js';

describe('metrics of counters', () => {
  const sales = useFixture(startSales);

  it('show the number of changes that wait to be compacted', async () => {
    const { context } = sales();
    registerCounterMetrics(context);
    for (let count = 0; count < 3; count += 1) await addLead(context);
    const { registry } = context.runtime.metrics;
    const read = (mode: string) => readMetric(registry, 'uncompacted_counter_changes', { mode });
    expect([await read('live'), await read('sandbox')]).to.deep.equal([3, 0]);
  });
});
