import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';

/** `check.ts [--without-tests]` runs all checks that need only the sources, and the unit tests. */
const withTests = !process.argv.includes('--without-tests');

const root = join(import.meta.dirname, '..', '..');

interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const units = ['services', 'gateway', 'protos/gen', 'deploy', 'tests'];
const steps: readonly Step[] = [
  { name: 'types', command: 'tsc', args: ['--build', 'tests'] },
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings', '--max-diagnostics=none'] },
  { name: 'import rules', command: 'depcruise', args: units },
  { name: 'unused code and packages', command: 'knip', args: ['--no-gitignore'] },
  { name: 'protos', command: 'buf', args: ['lint', 'protos'] },
  { name: 'page of guarantees', command: 'tsx', args: ['tests/guarantees/run.ts', '--check'] },
  // Checks compatibility, because others rely on the protos and on the documents that the gateway serves.
  { name: 'contracts against the last release', command: 'tsx', args: ['tests/compatibility/run.ts'] },
  // Regular expressions must be linear. Otherwise a single cell in a file could block a process for hours.
  { name: 'regular expressions', command: 'tsx', args: ['tests/regular-expressions/run.ts'] },
  { name: 'prose', command: 'tsx', args: ['tests/tooling/prose/run.ts'] },
  { name: 'commit messages', command: 'tsx', args: ['tests/release/run.ts', 'check'] },
];
const unitTests: Step = { name: 'unit tests', command: 'npm', args: ['run', '--silent', 'test:unit'] };

/** Runs one step. Resolves to its exit code and its whole output. */
function run({ command, args }: Step): Promise<{ code: number | null; output: string }> {
  const path = command === 'npm' ? command : join(root, 'node_modules', '.bin', command);
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/**
 * Prints one line per step. Adds the closing line of a step that succeeds, and the whole output of a step that fails.
 */
function report(step: Step, seconds: number, code: number | null, output: string): void {
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${step.name}${code === 0 ? '' : `  FAILED (${step.command})`}`);
  const closingLine =
    /^(\d+ passed, \d+ failed|compared with |commits (not )?checked: |\d+ regular expressions|\d+ files of prose).*$/m.exec(
      output,
    )?.[0];
  if (code !== 0) console.log(output.trimEnd());
  else if (closingLine) console.log(closingLine);
}

const failed: string[] = [];
const limit = pLimit(Math.max(2, availableParallelism()));
// Starts with the longest step, because the other steps run at the same time.
await Promise.all(
  [...(withTests ? [unitTests] : []), ...steps].map((step) =>
    limit(async () => {
      const start = performance.now();
      const { code, output } = await run(step);
      report(step, (performance.now() - start) / 1000, code, output);
      if (code !== 0) failed.push(step.name);
    }),
  ),
);
if (failed.length > 0) {
  console.error(`Not as it must be: ${failed.join(', ')}.`);
  process.exitCode = 1;
}
