import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { expect } from 'chai';

/** Prefixes of the metrics that the client library defines for every Node process. */
const defaults = /^(process|nodejs)_/;

describe('process metrics', () => {
  it('have the prefix plotline_, unlike the metrics of every Node process', async () => {
    const metrics = await createMetrics('pipeline').registry.getMetricsAsJSON();
    const own = metrics.map(({ name }) => name).filter((name) => !defaults.test(name));
    expect(own).to.include('plotline_http_request_duration_seconds');
    for (const name of own) expect(name).to.match(/^plotline_[a-z_]+$/);
  });

  it('report the release that the process runs', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
    const text = await createMetrics('pipeline').registry.metrics();
    expect(text).to.include(
      `plotline_build_info{version="${version}",node="${process.versions.node}",service="pipeline"} 1`,
    );
  });
});
