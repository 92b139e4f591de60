import { expect } from 'chai';
import { findAffectedUnits, type Unit } from './affected-units.js';

const units: readonly Unit[] = [
  { folder: 'protos', name: '@plotline/protos', dependencies: [] },
  { folder: 'services/kit', name: '@plotline/kit', dependencies: [] },
  { folder: 'services/team', name: '@plotline/team', dependencies: ['@plotline/kit', '@plotline/protos'] },
  { folder: 'services/auth', name: '@plotline/auth', dependencies: ['@plotline/kit'] },
  { folder: 'deploy/local', name: '@plotline/local', dependencies: ['@plotline/auth'] },
];

function affectedBy(...files: readonly string[]): string[] {
  return findAffectedUnits(units, files)
    .map(({ folder }) => folder)
    .toSorted();
}

describe('affected units', () => {
  it('are only the changed unit when no other depends on it', () => {
    expect(affectedBy('services/team/src/main.ts')).to.deep.equal(['services/team']);
  });

  it('include its direct and indirect dependents', () => {
    expect(affectedBy('services/kit/src/core/ids.ts')).to.deep.equal([
      'deploy/local',
      'services/auth',
      'services/kit',
      'services/team',
    ]);
  });

  it('include the unit whose tests have changed', () => {
    expect(affectedBy('tests/team/teams/api/teams.integration.test.ts')).to.deep.equal(['services/team']);
    expect(affectedBy('tests/deploy/local/ports.test.ts')).to.deep.equal(['deploy/local']);
  });

  it('are all units when shared test code has changed', () => {
    expect(affectedBy('tests/support/eventually.ts')).to.have.lengthOf(units.length);
    expect(affectedBy('package-lock.json')).to.have.lengthOf(units.length);
  });

  it('are none when only a page has changed', () => {
    expect(affectedBy('README.md', 'services-of-others/x.ts')).to.deep.equal([]);
  });
});
