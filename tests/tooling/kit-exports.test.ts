import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

const root = join(import.meta.dirname, '..', '..');
const services = ['auth', 'connect', 'docs', 'inventory', 'pipeline', 'team', 'transfer', 'webhook'];
const folders = [
  ...services.map((name) => `services/${name}/src`),
  'gateway/src',
  'deploy/backup/src',
  'deploy/local/src',
  'deploy/single/src',
  'tests',
];

/** Returns the TypeScript files in a folder, without installed packages and the examples of import rules. */
function listSources(folder: string): string[] {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => path.endsWith('.ts') && !/^(node_modules|tooling)/.test(path))
    .map((path) => join(root, folder, path));
}

describe('the exports of the kit', () => {
  it('are exactly the modules that other packages import', () => {
    const { exports }: { exports: object } = JSON.parse(
      readFileSync(join(root, 'services', 'kit', 'package.json'), 'utf8'),
    );
    const imported = folders.flatMap(listSources).flatMap((file) => {
      const imports = readFileSync(file, 'utf8').matchAll(/ from '@plotline\/kit\/([\w/-]+)'/g);
      return [...imports].map(([, path]) => `./${path}`);
    });
    expect(Object.keys(exports)).to.deep.equal([...new Set(imported)].sort());
  });
});
