import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { CommandOutcome } from '../../../support/run-command.js';

const script = join(import.meta.dirname, '../../../../deploy/backup/dist/main.js');

/** Runs the backup program with only these variables and the PATH. */
export async function runBackupProgram(
  variables: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Promise<CommandOutcome> {
  const env = { PATH: process.env['PATH'], ...variables };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code: Number(code), output, errors };
}
