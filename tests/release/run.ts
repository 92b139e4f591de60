import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { checkCommits } from './commits.js';
import { makeRelease, planRelease, ReleaseRefused } from './release.js';

/**
 * `run.ts <version|major|minor|patch> [--dry-run]` makes a release. `run.ts check` checks the commit messages since the
 * last release.
 */
const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
});

const checkout = resolve(import.meta.dirname, '../..');
const compatibility = resolve(import.meta.dirname, '../compatibility/run.ts');
const write = (line: string) => void process.stdout.write(`${line}\n`);

/** Returns what `npm run compatibility` finds since a tag. Empty if the contracts are compatible. */
async function findBreaks(tag: string): Promise<readonly string[]> {
  try {
    await promisify(execFile)(process.execPath, ['--import', 'tsx', compatibility, '--from', tag], { cwd: checkout });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' }: { stdout?: string; stderr?: string } = Object(error);
    return [`The contracts break since ${tag}. Release a major version, or:`, `${stdout}${stderr}`.trim()];
  }
}

async function release(asked: string): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const plan = await planRelease({ checkout, asked, date, findBreaks });
  write(plan.entry);
  if (values['dry-run']) return write(`This would be ${plan.tag}. Nothing has changed.`);
  await makeRelease(plan);
  write(`${plan.tag} is committed and tagged. Publish it with: git push --follow-tags`);
}

async function check(): Promise<void> {
  const { faults, summary } = await checkCommits(checkout);
  for (const fault of faults) write(fault);
  if (faults.length > 0) {
    write('Reword these commits with git rebase --interactive. .github/CONTRIBUTING.md has the rules.');
    process.exitCode = 1;
  }
  write(summary);
}

const [command] = positionals;
if (command === undefined) {
  write('Usage: npm run release -- <version|major|minor|patch> [--dry-run]');
  process.exitCode = 2;
} else if (command === 'check') {
  await check();
} else {
  await release(command).catch((error: unknown) => {
    const reasons = error instanceof ReleaseRefused ? error.reasons : [error instanceof Error ? error.message : error];
    for (const reason of reasons) write(String(reason));
    process.exitCode = 1;
  });
}
