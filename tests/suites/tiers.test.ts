import { join } from 'node:path';
import { expect } from 'chai';
import { globSync } from 'glob';
import { listFiles } from './list-files.js';
import { type Suite, type Tier, toRepeatCommand } from './suite.js';
import { findTier, selectSuites, tiers } from './tiers.js';

const root = join(import.meta.dirname, '..', '..');
const all = globSync('tests/**/*.test.ts', { cwd: root, ignore: '**/node_modules/**', posix: true }).toSorted();

/**
 * Returns the files of a tier, once for each suite that contains them. Suites for another version of Node repeat files
 * of other suites.
 */
function listTier({ suites }: Tier): string[] {
  return suites.flatMap((suite: Suite) => ('files' in suite && suite.node === undefined ? listFiles(suite) : []));
}

describe('test tiers', () => {
  const byDefault = listTier(tiers.default);
  const nightly = listTier(tiers.nightly);

  it('run every test file, by default unless it is below tests/nightly', () => {
    expect(byDefault.toSorted()).to.deep.equal(all.filter((file) => !file.startsWith('tests/nightly/')));
    expect(new Set([...byDefault, ...nightly])).to.deep.equal(new Set(all));
  });

  it('run no file twice, apart from searches for leaked secrets', () => {
    const twice = nightly.filter((file, place) => nightly.indexOf(file) !== place);
    expect(twice.filter((file) => !file.startsWith('tests/nightly/leaks/'))).to.deep.equal([]);
  });

  it('run the integration tests on your own MongoDB, except those for DocumentDB', () => {
    const onMongodb = listTier(tiers.mongodb);
    const isOfEngine = (file: string) => /^tests\/(documentdb-bridge|deploy)\//.test(file);
    const integration = byDefault.filter((file) => file.endsWith('.integration.test.ts') && !isOfEngine(file));
    expect(onMongodb.toSorted()).to.deep.equal(integration.toSorted());
  });

  it('list the choices when a tier or a suite is unknown', () => {
    expect(() => findTier('weekly')).to.throw(
      'There is no tier "weekly". Choose one of unit, default, mongodb, nightly.',
    );
    expect(() => selectSuites(tiers.default, ['flow'])).to.throw(/has no suite "flow"\. Choose from .*flows/);
  });

  it('show how to repeat a suite or a single file in it', () => {
    const faults = tiers.nightly.suites.find(({ name }) => name === 'faults');
    expect(faults && toRepeatCommand(tiers.nightly, faults)).to.equal('npm run test:nightly -- faults');
    expect(faults && toRepeatCommand(tiers.nightly, faults, 'a.test.ts')).to.equal(
      'npx mocha --config .mocharc.integration.json a.test.ts',
    );
  });
});
