import { closeServer } from '@plotline/kit/http/server';
import { CommandError, runCommand, UsageError } from '@plotline/kit/service/command-line';
import { stopOnSignal } from '@plotline/kit/service/lifecycle';
import { createLog, type Logger } from '@plotline/kit/telemetry/log';
import { type BackupConfig, readBackupConfig } from './config.js';
import { BackupFolder } from './folder/backup-folder.js';
import { groupByUrl, type ServiceName, services } from './model/databases.js';
import { collectionsOf, type Manifest } from './model/manifest.js';
import { retentionOf, urlsOf } from './settings.js';
import { backUp } from './work/make-backup.js';
import { checkBackup, restoreBackup, tryRestore } from './work/restore-backup.js';
import { runSchedule } from './work/schedule.js';
import { serve } from './work/serve.js';

const usage = `Usage: main.js make                  makes a backup now, and removes expired ones
       main.js schedule              makes a backup every BACKUP_INTERVAL_MINUTES, and serves /metrics
       main.js serve                 serves /metrics alone
       main.js list                  prints the names of the backups, the newest first
       main.js check [name]          verifies the checksums of a backup, by default the newest
       main.js try [name]            restores a backup into databases that it then drops, and compares the records
       main.js restore <name|latest> restores a backup into empty databases
         --service <name>            only this service; may be repeated
         --drop                      replaces databases that are not empty`;

/** Everything a command needs. */
interface Context {
  readonly config: BackupConfig;
  readonly folder: BackupFolder;
  readonly log: Logger;
  readonly makeOne: () => Promise<void>;
}

function createContext(): Context {
  const config = readBackupConfig();
  const log = createLog('backup', config.LOG_LEVEL);
  const folder = new BackupFolder(config.BACKUP_DIRECTORY);
  const sources = { databases: groupByUrl(urlsOf(config)), files: config.FILES_DIRECTORY };
  return { config, folder, log, makeOne: () => backUp(folder, sources, retentionOf(config), log) };
}

async function findBackup(folder: BackupFolder, name = 'latest'): Promise<string> {
  const all = await folder.list();
  const found = name === 'latest' ? all[0] : all.find((one) => one.name === name);
  if (!found) throw new CommandError(name === 'latest' ? 'There is no backup.' : `There is no backup ${name}.`);
  return found.name;
}

const isService = (name: string): name is ServiceName => services.some((service) => service === name);

function toServices(names: readonly string[]): readonly ServiceName[] {
  if (!names.every(isService)) throw new UsageError(`--service must be one of: ${services.join(', ')}`);
  return names.length === 0 ? services : names.filter(isService);
}

function print(work: string, name: string, manifest: Manifest): void {
  const collections = collectionsOf(manifest);
  const documents = collections.reduce((sum, one) => sum + one.documents, 0);
  const files = manifest.files?.count ?? 0;
  process.stdout.write(`${name} ${work}: ${documents} records in ${collections.length} collections, ${files} files\n`);
}

async function runServer({ config, folder, log, makeOne }: Context, isScheduled: boolean): Promise<void> {
  const hasFiles = config.FILES_DIRECTORY !== '';
  const server = await serve(folder, { port: config.HTTP_PORT, host: config.LISTEN_HOST, hasFiles });
  const stopping = new AbortController();
  const intervalMs = config.BACKUP_INTERVAL_MINUTES * 60_000;
  const { signal } = stopping;
  if (isScheduled) void runSchedule({ folder, intervalMs, backUp: makeOne, log, signal });
  // Abandons a backup that is being written. A later run removes it.
  stopOnSignal(
    [
      { name: 'schedule', stop: () => stopping.abort() },
      { name: 'http', stop: () => closeServer(server) },
    ],
    log,
  );
}

async function list({ folder }: Context): Promise<void> {
  for (const { name } of await folder.list()) process.stdout.write(`${name}\n`);
}

async function check({ folder }: Context, given?: string): Promise<void> {
  const name = await findBackup(folder, given);
  print('is complete', name, await checkBackup(folder, name));
}

async function tryOut({ folder, config }: Context, given?: string): Promise<void> {
  const name = await findBackup(folder, given);
  print('can be restored', name, await tryRestore(folder, name, config.MONGO_URL));
}

async function restore({ folder, config }: Context, given: string, options: RestoreOptions): Promise<void> {
  const name = await findBackup(folder, given);
  const request = { name, urls: urlsOf(config), files: config.FILES_DIRECTORY, drop: options.drop };
  const manifest = await restoreBackup(folder, { ...request, services: toServices(options.service) });
  print('was restored', name, manifest);
}

interface RestoreOptions {
  readonly service: readonly string[];
  readonly drop: boolean;
}

await runCommand({
  usage,
  options: { service: { type: 'string', multiple: true, default: [] }, drop: { type: 'boolean', default: false } },
  positionals: { min: 1, max: 2 },
  async run({ values, positionals: [work, name] }) {
    const context = createContext();
    if (work === 'make') return context.makeOne();
    if (work === 'schedule' || work === 'serve') return runServer(context, work === 'schedule');
    if (work === 'list') return list(context);
    if (work === 'check') return check(context, name);
    if (work === 'try') return tryOut(context, name);
    if (work === 'restore' && name !== undefined) return restore(context, name, values);
    throw new UsageError('Name what to do.');
  },
});
