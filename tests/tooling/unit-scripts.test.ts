import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { isTree, type Tree } from '../support/contract/tree.js';

const root = join(import.meta.dirname, '..', '..');

/** Folders that are built and tested alone, each with the folder of its tests. */
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

/** Modules that every test loads in addition to its imports. */
const SUPPORT = ['stores-fixture', 'leak-watch', 'reporter'].map((name) =>
  join(root, 'tests', 'support', `${name}.ts`),
);

/** Finds the packages in this repository that a test module imports, directly or through other test modules. */
function findPackages(file: string, seen: Set<string>): string[] {
  if (seen.has(file) || !existsSync(file)) return [];
  seen.add(file);
  const imports = [...readFileSync(file, 'utf8').matchAll(/(?: from |import\(|resolve\()'([^']+)'/g)];
  return imports.flatMap(([, path = '']) => {
    if (path.startsWith('.')) return findPackages(resolve(dirname(file), path.replace(/\.js$/, '.ts')), seen);
    return path.startsWith('@plotline/') ? (path.split('/')[1] ?? []) : [];
  });
}

/**
 * Finds the folders of the packages that a unit's tests import. The stores that every test run starts need the
 * launcher.
 */
function findImportedUnits(tests: string): string[] {
  const folder = join(root, 'tests', tests);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  const seen = new Set<string>();
  const packages = new Set(
    [...files.map((name) => join(folder, name)), ...SUPPORT].flatMap((f) => findPackages(f, seen)),
  );
  return Object.keys(units).filter((unit) => packages.has(unit.split('/').at(-1) ?? ''));
}

/** Folders that preparation always compiles. */
const COMMON = ['deploy/documentdb-bridge', 'deploy/local', 'services/kit'];

for (const [unit, tests] of Object.entries(units)) {
  describe(`npm scripts of ${unit}`, () => {
    const { build = '', test = '' } = readScripts(unit);

    it('run all of its unit and integration tests with npm test, after preparing the checkout', () => {
      const up = unit.replaceAll(/[^/]+/g, '..');
      const [, prepared = '', config = '', ...globs] =
        /^cd (?:\.\.\/)*\.\. && node deploy\/local\/prepare\.mjs((?: [a-z/-]+)*) && mocha --config (\S+) '(\S+)'$/.exec(
          String(test),
        ) ?? [];
      expect(test).to.match(new RegExp(`^cd ${up.replaceAll('.', '\\.')} && `));
      expect(globs).to.deep.equal([`tests/${tests}/**/*.test.ts`]);
      expect(readdirSync(join(root, 'tests', tests), { recursive: true }).join('\n')).to.match(/\.test\.ts$/m);
      const started: Tree = JSON.parse(readFileSync(join(root, config), 'utf8'));
      // Dashboard tests use a browser, with the whole system behind it.
      const fixture = unit === 'services/dashboard' ? 'system-fixture' : 'stores-fixture';
      expect(started['require']).to.include(`tests/support/${fixture}.ts`);
      // The system behind the pages needs the whole build. Other tests list the packages that they import.
      const built = prepared.trim().split(' ').filter(Boolean);
      const isBuiltAnyway = (one: string) => COMMON.includes(one) && one !== unit;
      const imported = findImportedUnits(tests).filter((one) => !isBuiltAnyway(one));
      expect(built).to.have.members(unit === 'services/dashboard' ? [] : [...new Set([unit, ...imported])]);
    });

    it('compile it with npm run build after generating its sources', () => {
      expect(build).to.match(/tsc --build|node build\/build\.mjs$/);
      const project = join(root, unit, 'tsconfig.json');
      const needsProtos = existsSync(project) && readFileSync(project, 'utf8').includes('/protos"');
      if (needsProtos) expect(build).to.include('npm run --silent generate -w protos');
    });
  });
}
