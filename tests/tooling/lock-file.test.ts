import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';

interface Entry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock: { readonly packages: Readonly<Record<string, Entry>> } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json'), 'utf8'),
);

/** Returns whether a package at `path` finds `name` in its own node_modules folder or in one above it. */
function isLocked(path: string, name: string): boolean {
  const within = path === '' ? '' : `${path}/`;
  if (`${within}node_modules/${name}` in lock.packages) return true;
  const parent = path.lastIndexOf('node_modules/');
  return path !== '' && isLocked(parent < 0 ? '' : path.slice(0, parent).replace(/\/$/, ''), name);
}

describe('package-lock.json', () => {
  it("includes every platform's optional packages, without which npm ci refuses to install", () => {
    const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(path, name)),
    );
    expect(missing).to.deep.equal([]);
  });
});
