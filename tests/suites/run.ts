import { availableParallelism } from 'node:os';
import { runSuites } from './run-suites.js';

/**
 * `tests/suites/run.ts test:flows test:unit`: scripts of package.json that run tests, the longest first. Two at once keep two
 * processors busy, as each is a mocha with stores beside it.
 */
const atOnce = Math.min(4, Math.max(2, availableParallelism()));

const suites = process.argv.slice(2).map((name) => ({ name, command: 'npm', args: ['run', '--silent', name] }));
const write = (line: string): void => void process.stdout.write(`${line}\n`);
const { passed, failed, skipped, brokenSuites } = await runSuites(suites, atOnce, write);
for (const { name, lastWords } of brokenSuites) {
  write(`\nNot all is well in ${name}:`);
  for (const line of lastWords) write(line);
}
write(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
if (brokenSuites.length > 0 || suites.length === 0) process.exitCode = 1;
