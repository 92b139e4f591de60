import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parseYaml } from '../../support/yaml.js';
import { chart, runHelm } from './chart.js';

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const schema: Schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'));

/** Returns the schemas of objects at any depth, with their paths. */
function objectsOf(one: Schema, path: string): (readonly [string, Schema])[] {
  const inner = { ...one.properties, ...one.definitions, ...(one.items ? { '[]': one.items } : {}) };
  const below = Object.entries(inner).flatMap(([name, next]) => objectsOf(next, `${path}/${name}`));
  return one.properties ? [[path, one], ...below] : below;
}

/** Values that Helm must refuse: the arguments, and the field that the message names. */
const refused: readonly (readonly [why: string, args: readonly string[], field: string])[] = [
  ['a misspelt key', ['--set', 'imagePullSecrets={a}'], 'imagePullSecrets'],
  ['a misspelt key of a unit', ['--set', 'units.auth.replicas=2'], 'replicas'],
  ['a unit that does not exist', ['--set', 'units.billing.pods=2'], 'billing'],
  ['an address without a scheme', ['--set', 'addresses.api=api.example.com'], '/addresses/api'],
  ['an address with a path', ['--set', 'addresses.api=https://example.com/api'], '/addresses/api'],
  ['no pods', ['--set', 'units.gateway.maxPods=0'], '/units/gateway/maxPods'],
  ['a number of pods as text', ['--set-string', 'units.gateway.maxPods=9'], '/units/gateway/maxPods'],
  ['a version in the name of the image', ['--set', 'image.repository=plotline:1.0.0'], '/image/repository'],
  ['a digest without its algorithm', ['--set', 'image.digest=0123'], '/image/digest'],
  ['an unknown place for files', ['--set', 'files.store=disk'], '/files/store'],
  ['an archive of entries of less than a week', ['--set', 'journalArchive.days=6'], '/journalArchive/days'],
  ['an archive of entries of over ten years', ['--set', 'journalArchive.days=3651'], '/journalArchive/days'],
  ['a schedule of backups without five fields', ['--set', 'backups.schedule=17 *'], '/backups/schedule'],
  ['backups that are kept for no day', ['--set', 'backups.keep.days=0'], '/backups/keep/days'],
  ['an unknown autoscaler', ['--set', 'autoscaling.by=memory'], '/autoscaling/by'],
  ['an external Secret without a store', ['--set', 'externalSecret.enabled=true'], '/externalSecret/store/name'],
  ['routes without a Gateway', ['--set', 'gatewayApi.enabled=true'], '/gatewayApi/parentRefs'],
  ['snippets', ['--set', 'ingress.annotations.nginx\\.org/server-snippets=x'], 'server-snippets'],
  ['limits without memory', ['--set', 'units.auth.resources.limits.memory=null'], '/units/auth/resources/limits'],
  ['a port above 65,535', ['--set', 'stores.redis.port=70000'], '/stores/redis/port'],
  ['a peer of no kind', ['--set-json', 'networkPolicies.entrance=[{}]'], '/networkPolicies/entrance/0'],
];

describe("the chart's values", () => {
  for (const [why, args, field] of refused) {
    it(`refuse ${why}, and name the field`, async () => {
      const { code, stderr } = await runHelm('template', 'plotline', chart, ...args);
      expect(code).to.equal(1);
      expect(stderr).to.include('specifications of the schema').and.to.include(field);
    });
  }

  it('are all described, and no object accepts unknown keys', () => {
    const objects = objectsOf(schema, '');
    expect(objects.length).to.be.greaterThan(25);
    for (const [path, one] of objects) {
      expect(one.additionalProperties, path).to.equal(false);
      for (const [name, { description }] of Object.entries(one.properties ?? {}))
        expect(description, `${path}/${name}`).to.match(/\.$/);
    }
  });

  it('have a default for each top-level key, and no other defaults', () => {
    const defaults = parseYaml(readFileSync(join(chart, 'values.yaml'), 'utf8'));
    const names = Object.keys(schema.properties ?? {}).filter((name) => name !== 'global');
    expect(Object.keys(defaults)).to.have.members(names);
  });
});
