import { getDataLayout } from '@plotline/local/supervise/system-options';
import type { CommandOutcome } from '../../support/run-command.js';
import { system } from '../../support/system.js';
import { runBackupProgram } from '../deploy/backup/run-backup-program.js';

/** Runs the backup program on the stores of the running system, as an operator does. */
export async function runBackup(directory: string, ...args: readonly string[]): Promise<CommandOutcome> {
  const { mongoUrl, dataDirectory } = system();
  const variables = {
    LOG_LEVEL: 'silent',
    MONGO_URL: mongoUrl,
    BACKUP_DIRECTORY: directory,
    FILES_DIRECTORY: getDataLayout(dataDirectory).files,
  };
  return runBackupProgram(variables, args);
}
