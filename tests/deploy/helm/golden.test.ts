import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseAllYaml, parseYaml } from '../../support/yaml.js';
import type { Manifest } from '../kubernetes/manifests.js';
import { chart, renderChart, type ValueSet, valuesOf } from './chart.js';

/**
 * Whether to write the golden files instead of comparing: `UPDATE_GOLDEN=1 npx mocha tests/deploy/helm/golden.test.ts`.
 */
const isUpdate = process.env['UPDATE_GOLDEN'] === '1';

const { version } = parseYaml(readFileSync(join(chart, 'Chart.yaml'), 'utf8'));

/** Returns the objects in a text by kind and name. */
function readObjects(text: string): Map<string, Manifest> {
  const all: readonly (Manifest | null)[] = parseAllYaml(text);
  return new Map(all.flatMap((one) => (one ? [[`${one.kind} ${one.metadata.name}`, one] as const] : [])));
}

for (const set of ['default', 'single', 'everything'] satisfies ValueSet[]) {
  describe(`the chart with the values ${set}`, () => {
    const file = join(import.meta.dirname, 'golden', `${set}.yaml`);

    it('renders the objects of its golden file', async () => {
      // Replaces the version, so that a release doesn't change the golden files.
      const rendition = await renderChart(chart, ...valuesOf(set));
      const text = [':', '-'].reduce(
        (all, sign) => all.replaceAll(`plotline${sign}${version}`, `plotline${sign}VERSION`),
        rendition,
      );
      if (isUpdate) writeFileSync(file, text);
      const rendered = readObjects(text);
      const golden = readObjects(readFileSync(file, 'utf8'));
      expect([...rendered.keys()]).to.have.members([...golden.keys()]);
      for (const [name, object] of golden) expect(rendered.get(name), name).to.deep.equal(object);
    });
  });
}
