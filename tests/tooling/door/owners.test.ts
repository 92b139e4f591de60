import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readText, root } from './read-door.js';

const rules = readText('.github/CODEOWNERS')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [pattern = '', ...owners] = line.split(/\s+/);
    return { pattern, owners };
  });

/** Units, each a folder that is built and tested alone. */
const units = [
  'gateway',
  'protos',
  ...['services', 'deploy'].flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)),
].filter((folder) => existsSync(join(root, folder, 'package.json')));

describe('.github/CODEOWNERS', () => {
  it('starts with the owners of all files', () => expect(rules[0]).to.have.property('pattern', '*'));

  it('lists only folders that exist, from the root', () => {
    for (const { pattern } of rules.slice(1)) {
      expect(pattern).to.match(/^\/.*\/$/);
      expect(existsSync(join(root, pattern)) && statSync(join(root, pattern)).isDirectory(), pattern).to.equal(true);
    }
  });

  it('lists each folder once, with at least one owner', () => {
    const patterns = rules.map(({ pattern }) => pattern);
    expect(new Set(patterns).size).to.equal(patterns.length);
    for (const { pattern, owners } of rules) {
      expect(owners, pattern).to.not.have.length(0);
      for (const owner of owners) expect(owner).to.match(/^@[\w-]+(\/[\w-]+)?$/);
    }
  });

  it('has owners for each unit', () => {
    const patterns = rules.map(({ pattern }) => pattern);
    expect(units).to.have.length.above(9);
    expect(patterns).to.include.members(units.map((folder) => `/${folder}/`));
  });

  it('lists a folder after its parents, because the last matching line applies', () => {
    for (const [place, { pattern }] of rules.entries()) {
      const later = rules
        .slice(place + 1)
        .filter((rule) => pattern !== rule.pattern && pattern.startsWith(rule.pattern));
      expect(later, pattern).to.deep.equal([]);
    }
  });
});
