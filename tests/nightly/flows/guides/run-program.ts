import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinary } from '@plotline/local/stores/find-server';

interface Language {
  readonly command: string;
  readonly file: string;
  /** Code that precedes the program. It ends the program after a refusal, so that the test notices the refusal. */
  readonly prelude?: string;
  readonly args?: readonly string[];
}

const curl = 'curl() { command curl --silent --show-error --fail-with-body --max-time 20 "$@"; }';

/** Languages in the guides, and their interpreters. */
const languages: Readonly<Record<string, Language>> = {
  bash: { command: 'bash', file: 'program.sh', prelude: `set -euo pipefail\n${curl}` },
  js: { command: process.execPath, file: 'program.mjs' },
  python: { command: 'python3', file: 'program.py' },
  php: { command: 'php', file: 'program.php' },
  go: { command: 'go', file: 'program.go', args: ['run'] },
};

const timeoutMs = 120_000;

function find(language: string): Language {
  const found = languages[language];
  if (!found) throw new Error(`No program runs ${language}.`);
  return found;
}

/** Returns a language's programs that are not installed. */
export function findMissing(language: string, code: string): string[] {
  const path = process.env.PATH ?? '';
  const needed = language === 'bash' ? ['curl', ...(/\bjq\b/.test(code) ? ['jq'] : [])] : [find(language).command];
  return needed.filter((name) => !name.startsWith('/') && !findBinary(name, path));
}

/**
 * Runs a program to its end and resolves to its output. If the program fails, throws an error with all of its output.
 */
export async function runProgram(language: string, code: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const { command, file, prelude = '', args = [] } = find(language);
  const directory = await mkdtemp(join(tmpdir(), 'plotline-guide-'));
  try {
    await writeFile(join(directory, file), prelude === '' ? code : `${prelude}\n${code}`);
    const options = { cwd: directory, env: { ...process.env, ...environment }, timeout: timeoutMs };
    return await new Promise((resolve, reject) => {
      execFile(command, [...args, file], options, (error, stdout, stderr) => {
        if (error) reject(new Error(`${command} ${file}: ${error.message}\n${stdout}\n${stderr}`));
        else resolve(stdout);
      });
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
