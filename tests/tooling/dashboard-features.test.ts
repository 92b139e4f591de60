import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect } from 'chai';

const root = join(import.meta.dirname, '..', '..');
const dashboard = join(root, 'services', 'dashboard');

/** The features in the order of the import rules, highest first. */
const { features }: { readonly features: readonly string[] } = createRequire(import.meta.url)(
  join(root, '.dependency-cruiser.dashboard.cjs'),
);

describe('dashboard features', () => {
  it('are exactly the features that the import rules order', () => {
    expect(readdirSync(join(dashboard, 'src', 'features'))).to.have.members([...features]);
  });

  it('are listed in the README in the same order', () => {
    const readme = readFileSync(join(dashboard, 'README.md'), 'utf8');
    const listed = [...readme.matchAll(/^\| `features\/([\w-]+)`/gm)].map(([, name]) => name);
    expect(listed).to.deep.equal(features);
  });
});
