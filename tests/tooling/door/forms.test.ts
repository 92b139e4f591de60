import { Ajv } from 'ajv';
import { expect } from 'chai';
import semver from 'semver';
import { textOf, textsOf, treesOf } from '../../support/contract/tree.js';
import { listFiles, readText, readYaml } from './read-door.js';
import { dependabotSchema, formSchema, linksSchema } from './schemas.js';

const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true });

function findFaults(schema: object, path: string): readonly string[] {
  const validate = ajv.compile(schema);
  validate(readYaml(path));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${path}${instancePath} ${message}`);
}

describe('a form in .github/ISSUE_TEMPLATE', () => {
  const forms = listFiles('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('config.yml'));

  for (const path of forms) {
    it(`is valid on GitHub: ${path}`, () => {
      expect(findFaults(formSchema, path)).to.deep.equal([]);
      const ids = treesOf(readYaml(path)['body']).flatMap(({ id }) => textOf(id) ?? []);
      expect(new Set(ids).size).to.equal(ids.length);
    });
  }

  it('has links that are valid on GitHub', () => {
    expect(findFaults(linksSchema, '.github/ISSUE_TEMPLATE/config.yml')).to.deep.equal([]);
  });
});

describe('.github/dependabot.yml', () => {
  const path = '.github/dependabot.yml';
  const updates = treesOf(readYaml(path)['updates']);

  it('is valid for Dependabot', () => expect(findFaults(dependabotSchema, path)).to.deep.equal([]));

  it('updates npm, the workflow actions and the image, each in groups', () => {
    expect(updates.map((update) => update['package-ecosystem'])).to.deep.equal(['npm', 'github-actions', 'docker']);
    for (const update of updates) expect(update).to.have.property('groups');
  });

  const lock: { readonly packages: Readonly<Record<string, { readonly version?: string }>> } = JSON.parse(
    readText('package-lock.json'),
  );
  const ignored = treesOf(updates[0]?.['ignore']).map((entry) => ({
    name: String(entry['dependency-name']),
    versions: textsOf(entry['versions']),
  }));

  it('ignores no installed version', () => {
    for (const { name, versions } of ignored) {
      const installed = lock.packages[`node_modules/${name}`]?.version ?? '0.0.0';
      for (const range of versions) expect(semver.satisfies(installed, range), `${name} ${installed}`).to.equal(false);
    }
  });

  it('ignores versions that do not run on Node 20', () => {
    expect(ignored.map(({ name }) => name)).to.include.members([
      'nock',
      '@commitlint/*',
      'http-proxy-middleware',
      'orval',
    ]);
  });
});
