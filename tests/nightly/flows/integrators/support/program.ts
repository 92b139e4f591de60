import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';

export const languages = ['Node', 'Python'] as const;
export type Language = (typeof languages)[number];

const directory = resolve(import.meta.dirname, '..');
const timeoutMs = 120_000;

/** Returns whether the machine can run programs in the language. If not, their tests are reported as skipped. */
export function canRun(language: Language): boolean {
  return language === 'Node' || spawnSync('python3', ['--version']).status === 0;
}

/** Starts an integration's program `name`. From the tests' environment, it gets only the PATH. */
export function startProgram(
  language: Language,
  name: string,
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const file = join(directory, `${name}.${language === 'Node' ? 'mjs' : 'py'}`);
  const command = language === 'Node' ? process.execPath : 'python3';
  const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', ...environment };
  return spawn(command, [file], { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: timeoutMs });
}

/** Waits for the end of a program and resolves to its output. If the program failed, rejects with its errors. */
export async function outputOf(program: ChildProcess): Promise<string> {
  if (!program.stdout || !program.stderr) throw new Error('The program has no output.');
  const [out, errors, [code, signal]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close'),
  ]);
  if (code !== 0) throw new Error(`The program ended with ${code ?? signal}: ${errors}`);
  return out;
}

/** Runs a program to its end, and resolves to the JSON value on its last line. */
export async function runProgram<T>(
  language: Language,
  name: string,
  environment: Readonly<Record<string, string>>,
): Promise<T> {
  const out = await outputOf(startProgram(language, name, environment));
  const result: T = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
  return result;
}
