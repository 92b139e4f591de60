import { execFileSync } from 'node:child_process';
import { expect } from 'chai';

/** Allocates memory as a starting service does. Prints the size of the young generation before and after. */
const program = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { releaseMemoryOfStart } from '@plotline/kit/service/lifecycle';
  const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  let kept = [];
  for (let round = 0; round < 1_000_000; round += 1) {
    kept.push({ round, list: [round] });
    if (kept.length > 100_000) kept = [];
  }
  kept = [];
  const before = size();
  releaseMemoryOfStart(1);
  const poll = setInterval(() => {
    if (size() < before / 4) { clearInterval(poll); setTimeout(() => console.log('goes on'), 100); }
  }, 20);
  setTimeout(() => process.exit(1), 15_000).unref();
`;

describe('releaseMemoryOfStart', () => {
  it('returns memory that is unused after the start, without disturbing the process', () => {
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    expect(output).to.equal('goes on\n');
  });
});
