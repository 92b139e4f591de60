import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { findMisnomers } from './vocabulary.js';

const root = join(import.meta.dirname, '..', '..');

const units = ['services', 'gateway', 'deploy', 'tests'];
const own = ['tests/tooling/vocabulary.ts', 'tests/tooling/vocabulary.test.ts'];

/** Returns the TypeScript files in all units, without installed packages and build outputs. */
function sourceFiles(): readonly string[] {
  return units
    .flatMap((unit) =>
      readdirSync(join(root, unit), { recursive: true, encoding: 'utf8' }).map((path) => join(unit, path)),
    )
    .filter((path) => path.endsWith('.ts') && !/(^|\/)(node_modules|dist|\.local)\//.test(path) && !own.includes(path));
}

function describeMisnomers(path: string, text: string): string[] {
  return findMisnomers(path, text).map(({ name, line, say }) => `${path}:${line} ${name} (say ${say})`);
}

describe('the vocabulary', () => {
  it('is followed by every name in the sources', () => {
    const found = sourceFiles().flatMap((path) => describeMisnomers(path, readFileSync(join(root, path), 'utf8')));
    expect(found, found.join('\n')).to.deep.equal([]);
  });

  const replaced = [
    'interface Foundation {}',
    'const mostAtOnce = 5;',
    'function settle() {}',
    'class LeadIntake {}',
    'class Store { #lanes = 1; }',
    'const record = { heir_id: 1 };',
    "const update = { 'handover_at': 1 };",
    'const { tally } = record;',
    'type UnitTallies = string;',
    'function openExchange() {}',
  ];
  for (const text of replaced) {
    it(`refuses the name in: ${text}`, () => {
      expect(findMisnomers('a.ts', text)).to.have.length(1);
    });
  }

  it('refuses the name of a file', () => {
    expect(findMisnomers('src/move-to-heir.ts', '').map(({ name }) => name)).to.deep.equal(['move-to-heir.ts']);
  });

  for (const text of [
    'const planeTicket = 1;',
    'Promise.allSettled([]);',
    'const eventExchange = 1;',
    'const almost = 1;',
  ]) {
    it(`accepts the names in: ${text}`, () => {
      expect(findMisnomers('a.ts', text)).to.deep.equal([]);
    });
  }
});
