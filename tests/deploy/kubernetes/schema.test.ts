import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseAllYaml } from '../../support/yaml.js';
import { root } from '../compose-file.js';
import { type Manifest, overlays, readManifests } from './manifests.js';
import { findSchemaFaults } from './schema.js';
import { renderWithComponents } from './with-components.js';

const scaling = join(root, 'deploy', 'kubernetes', 'overlays', 'production', 'scaling.yaml');

/** Returns the manifest with a key that Kubernetes doesn't know, either in its spec or in place of `data`. */
function misspell(manifest: Manifest): Manifest {
  const text = JSON.stringify(manifest);
  return JSON.parse(text.replace(/"spec":\{/, '"spec":{"replcias":2,').replace(/"data":/, '"dta":'));
}

describe('the rendered manifests', () => {
  let manifests: readonly Manifest[];

  before(async () => {
    // Adds the plain autoscalers, because the KEDA component removes them.
    const scalers = parseAllYaml(readFileSync(scaling, 'utf8'));
    const components = await renderWithComponents(
      'traces',
      'journal-archive',
      'backup',
      'backup-bucket',
      'exporters',
      'certificate-authority',
    );
    manifests = [...(await Promise.all(overlays.map(readManifests))).flat(), ...components, ...scalers];
  });

  it('match the schemas of Kubernetes and KEDA, without unknown keys', () => {
    expect(findSchemaFaults(manifests)).to.deep.equal([]);
  });

  it('are refused for a misspelt key, in any kind and at any place', () => {
    const kinds = new Map(manifests.map((one) => [one.kind, one]));
    const planted = [...kinds.values()].filter((one) => /"(spec|data)":/.test(JSON.stringify(one))).map(misspell);
    const [deployment] = manifests.filter(({ kind }) => kind === 'Deployment');
    const deep = JSON.stringify(deployment).replace('"readinessProbe"', '"readinesProbe"');
    const faults = findSchemaFaults([...planted, JSON.parse(deep)]);
    expect(faults).to.have.length(planted.length + 1);
    expect(planted.map(({ kind }) => kind)).to.include.members([
      'NetworkPolicy',
      'HorizontalPodAutoscaler',
      'ScaledObject',
      'Ingress',
      'ConfigMap',
    ]);
    expect(faults.at(-1)).to.include('readinesProbe');
  });
});
