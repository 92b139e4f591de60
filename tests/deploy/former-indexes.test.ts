import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './compose-file.js';
import { listDeclaredCollections } from './declared-collections.js';

function readMigrations(service: string): string {
  const folder = join(root, 'services', service, 'src', 'migrations');
  if (!existsSync(folder)) return '';
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

describe('an index with a new definition', () => {
  it('keeps its previous definition unless a migration drops the index', () => {
    for (const [service, collections] of listDeclaredCollections()) {
      const migrations = readMigrations(service);
      for (const { name: collection, indexes } of collections) {
        for (const { name, version = 1, former } of indexes) {
          if (former === undefined) continue;
          const isDropped = new RegExp(`dropIndex\\([^)]*'${name}'\\)`).test(migrations);
          expect(version > 1 && !isDropped, `${service}: ${collection}.${name}`).to.equal(true);
        }
      }
    }
  });
});
