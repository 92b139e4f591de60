import { existsSync } from 'node:fs';
import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readProcessIdentity } from '../../supervise/os-process.js';
import { runCommand } from '../debian/run-command.js';
import { dataFolders } from '../mongo/claim-data.js';
import { getTemplateFolder } from './install-documentdb.js';
import { renderServerSettings } from './server-settings.js';

const COPY_DEADLINE_MS = 60_000;
const LOCK_FILES = ['postmaster.pid', '.s.PGSQL.5432.lock'];
const ACCESS =
  '# Written at each start. Everybody who can open the folder of the socket may connect.\nlocal all all trust\n';

/**
 * Prepares a data directory for the server: copies the template if the directory is empty, and rewrites the
 * configuration.
 */
export async function prepareData(root: string, dataDirectory: string, flushes: boolean): Promise<string> {
  const data = join(await realpath(dataDirectory), dataFolders.documentdb);
  if (!existsSync(data)) await copyTemplate(root, data, flushes);
  await writeFile(join(data, 'postgresql.conf'), renderServerSettings(flushes));
  await writeFile(join(data, 'pg_hba.conf'), ACCESS);
  for (const file of LOCK_FILES) await removeStaleLock(join(data, file));
  return data;
}

/**
 * Removes the PID file of a killed server. The caller has made sure that no process of that server runs. PostgreSQL
 * treats a zombie as a running server, and in some containers no parent reaps zombies.
 */
async function removeStaleLock(file: string): Promise<void> {
  const processId = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (processId > 0 && readProcessIdentity(processId) === undefined) await rm(file, { force: true });
}

async function copyTemplate(root: string, data: string, flushes: boolean): Promise<void> {
  const unfinished = `${data}.unfinished`;
  const options = { environment: process.env, deadlineMs: COPY_DEADLINE_MS };
  await rm(unfinished, { recursive: true, force: true });
  await runCommand('cp', ['--archive', '--reflink=auto', getTemplateFolder(root), unfinished], options);
  if (flushes) await runCommand('sync', ['--file-system', unfinished], options);
  await rename(unfinished, data);
}
