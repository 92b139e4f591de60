import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getDataLayout } from '@plotline/local/supervise/system-options';
import type { CommandOutcome } from '../../support/run-command.js';
import { system } from '../../support/system.js';

const script = join(import.meta.dirname, '../../../deploy/backup/dist/main.js');

/** Runs the backup program on the stores of the running system, as an operator does. */
export async function runBackup(directory: string, ...args: readonly string[]): Promise<CommandOutcome> {
  const { mongoUrl, dataDirectory } = system();
  const env = {
    PATH: process.env['PATH'],
    LOG_LEVEL: 'silent',
    MONGO_URL: mongoUrl,
    BACKUP_DIRECTORY: directory,
    FILES_DIRECTORY: getDataLayout(dataDirectory).files,
  };
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  return { code: Number(code), output, errors };
}
