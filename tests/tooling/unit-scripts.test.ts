import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { isTree, type Tree } from '../support/contract/tree.js';

const root = join(import.meta.dirname, '..', '..');

/** What is built and tested alone, each with the folder of its tests. */
const units: Readonly<Record<string, string>> = {
  ...Object.fromEntries(readdirSync(join(root, 'services')).map((name) => [`services/${name}`, name])),
  gateway: 'gateway',
  'deploy/documentdb-bridge': 'documentdb-bridge',
  'deploy/local': 'deploy/local',
};

function readScripts(unit: string): Tree {
  const manifest: unknown = JSON.parse(readFileSync(join(root, unit, 'package.json'), 'utf8'));
  return isTree(manifest) && isTree(manifest['scripts']) ? manifest['scripts'] : {};
}

for (const [unit, tests] of Object.entries(units)) {
  describe(`npm scripts of ${unit}`, () => {
    const { build = '', test = '' } = readScripts(unit);

    it('test runs its own unit and integration tests, all of them, on a checkout that it prepares itself', () => {
      const up = unit.replaceAll(/[^/]+/g, '..');
      const [, config = '', ...globs] =
        /^cd (?:\.\.\/)*\.\. && node deploy\/local\/prepare\.mjs && mocha --config (\S+) '(\S+)'$/.exec(String(test)) ??
        [];
      expect(test).to.match(new RegExp(`^cd ${up.replaceAll('.', '\\.')} && `));
      expect(globs).to.deep.equal([`tests/${tests}/**/*.test.ts`]);
      expect(readdirSync(join(root, 'tests', tests), { recursive: true }).join('\n')).to.match(/\.test\.ts$/m);
      const started: Tree = JSON.parse(readFileSync(join(root, config), 'utf8'));
      // Those of the dashboard look at it in a browser, with the system behind it.
      const fixture = unit === 'services/dashboard' ? 'system-fixture' : 'stores-fixture';
      expect(started['require']).to.include(`tests/support/${fixture}.ts`);
    });

    it('build compiles it, after generating what it is compiled with', () => {
      expect(build).to.match(/tsc --build|node build\/build\.mjs$/);
      const project = join(root, unit, 'tsconfig.json');
      const needsProtos = existsSync(project) && readFileSync(project, 'utf8').includes('/protos"');
      if (needsProtos) expect(build).to.include('npm run --silent generate -w protos');
    });
  });
}
