import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseAllYaml, parseYaml } from '../../support/yaml.js';
import { root } from '../compose-file.js';
import { findSchemaFaults } from '../kubernetes/schema.js';
import { chart, readChart, renderChart, runHelm, valueSetNames, valuesOf } from './chart.js';

describe('the chart', () => {
  for (const set of valueSetNames) {
    it(`passes Helm's strict lint with the values ${set}`, async () => {
      const { code, stdout, stderr } = await runHelm('lint', chart, '--strict', ...valuesOf(set));
      expect(code, `${stdout}${stderr}`).to.equal(0);
    });
  }

  it('matches the schemas of Kubernetes, KEDA, the Gateway API and External Secrets, without unknown keys', async () => {
    const keda = await readChart('production');
    const rendered = (await Promise.all((['single', 'everything'] as const).map((set) => readChart(set)))).flat();
    // The packages have no types for PodMonitor. same-objects.test.ts compares it.
    const typed = [...keda, ...rendered].filter(({ kind }) => kind !== 'PodMonitor');
    const kinds = new Set(typed.map(({ kind }) => kind));
    expect([...kinds]).to.include.members(['ScaledObject', 'HTTPRoute', 'ExternalSecret', 'Pod', 'Job', 'StatefulSet']);
    expect(findSchemaFaults(typed)).to.deep.equal([]);
  });

  it('renders the same objects from a package, which has no links to other folders', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plotline-chart-'));
    try {
      const { code, stderr } = await runHelm('package', chart, '--destination', folder);
      expect(code, stderr).to.equal(0);
      const { version } = parseYaml(readFileSync(join(chart, 'Chart.yaml'), 'utf8'));
      const packed = await renderChart(join(folder, `plotline-${version}.tgz`), ...valuesOf('single'));
      expect(parseAllYaml(packed)).to.deep.equal(parseAllYaml(await renderChart(chart, ...valuesOf('single'))));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("has the repository's version", () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(parseYaml(readFileSync(join(chart, 'Chart.yaml'), 'utf8'))).to.include({ version, appVersion: version });
  });
});
