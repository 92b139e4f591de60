import { closeServer } from '@plotline/kit/http/server';
import { CommandError, runCommand, UsageError } from '@plotline/kit/service/command-line';
import { stopOnSignal } from '@plotline/kit/service/lifecycle';
import { createLog, type Logger } from '@plotline/kit/telemetry/log';
import type { BackupBucket } from './bucket/backup-bucket.js';
import { checkStoredBackup, fetchBackup } from './bucket/fetch-backup.js';
import { type BackupConfig, readBackupConfig } from './config.js';
import { type Backup, BackupFolder } from './folder/backup-folder.js';
import { groupByUrl, type ServiceName, services } from './model/databases.js';
import { collectionsOf, type Manifest } from './model/manifest.js';
import { bucketOf, retentionOf, urlsOf } from './settings.js';
import { copyToBucket } from './work/copy-to-bucket.js';
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
         --drop                      replaces databases that are not empty
       With --bucket, list, check, try and restore use the backups of the bucket BACKUP_S3_ENDPOINT. try and restore
       first copy the backup into the folder.`;

/** The folder of backups, the bucket with copies of them, and where they come from. */
interface Context {
  readonly config: BackupConfig;
  readonly folder: BackupFolder;
  readonly bucket: BackupBucket | undefined;
  readonly log: Logger;
  readonly makeOne: () => Promise<void>;
  readonly copy: () => Promise<void>;
}

function createContext(): Context {
  const config = readBackupConfig();
  const log = createLog('backup', config.LOG_LEVEL);
  const folder = new BackupFolder(config.BACKUP_DIRECTORY);
  const sources = { databases: groupByUrl(urlsOf(config)), files: config.FILES_DIRECTORY };
  const bucket = bucketOf(config);
  const retention = retentionOf(config);
  return {
    config,
    folder,
    bucket,
    log,
    makeOne: () => backUp(folder, sources, retention, log),
    copy: async () => bucket && copyToBucket(folder, bucket, retention, log),
  };
}

/** Place with backups. */
type Place = { readonly list: () => Promise<readonly Backup[]> };

function assertBucket({ bucket }: Context): BackupBucket {
  if (!bucket) throw new CommandError('--bucket needs BACKUP_S3_ENDPOINT.');
  return bucket;
}

async function findBackup(place: Place, name = 'latest'): Promise<string> {
  const all = await place.list();
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

/** Returns the name of a backup in the folder, into which it is copied if the bucket is asked for. */
async function findInFolder(context: Context, given: string | undefined, usesBucket: boolean): Promise<string> {
  if (!usesBucket) return findBackup(context.folder, given);
  const bucket = assertBucket(context);
  const name = await findBackup(bucket, given);
  await fetchBackup(bucket, context.folder, name);
  return name;
}

async function runServer(context: Context, isScheduled: boolean): Promise<void> {
  const { config, folder, bucket, log, makeOne, copy } = context;
  const hasFiles = config.FILES_DIRECTORY !== '';
  const server = await serve(folder, { port: config.HTTP_PORT, host: config.LISTEN_HOST, hasFiles, bucket });
  const stopping = new AbortController();
  const intervalMs = config.BACKUP_INTERVAL_MINUTES * 60_000;
  const { signal } = stopping;
  if (isScheduled) void runSchedule({ folder, intervalMs, backUp: makeOne, copy, log, signal });
  // A backup that is being written is abandoned. A later run removes it.
  stopOnSignal(
    [
      { name: 'schedule', stop: () => stopping.abort() },
      { name: 'http', stop: () => closeServer(server) },
    ],
    log,
  );
}

async function list(context: Context, usesBucket: boolean): Promise<void> {
  const place: Place = usesBucket ? assertBucket(context) : context.folder;
  for (const { name } of await place.list()) process.stdout.write(`${name}\n`);
}

async function check(context: Context, given: string | undefined, usesBucket: boolean): Promise<void> {
  const place = usesBucket ? assertBucket(context) : context.folder;
  const name = await findBackup(place, given);
  const manifest = await (place instanceof BackupFolder ? checkBackup(place, name) : checkStoredBackup(place, name));
  print('is complete', name, manifest);
}

async function tryOut(context: Context, given: string | undefined, usesBucket: boolean): Promise<void> {
  const name = await findInFolder(context, given, usesBucket);
  print('can be restored', name, await tryRestore(context.folder, name, context.config.MONGO_URL));
}

async function restore(context: Context, given: string, options: RestoreOptions): Promise<void> {
  const { folder, config } = context;
  const services = toServices(options.service);
  const name = await findInFolder(context, given, options.bucket);
  const request = { name, urls: urlsOf(config), files: config.FILES_DIRECTORY, drop: options.drop };
  print('was restored', name, await restoreBackup(folder, { ...request, services }));
}

interface RestoreOptions {
  readonly service: readonly string[];
  readonly drop: boolean;
  readonly bucket: boolean;
}

async function make({ makeOne, copy }: Context): Promise<void> {
  await makeOne();
  await copy();
}

await runCommand({
  usage,
  options: {
    service: { type: 'string', multiple: true, default: [] },
    drop: { type: 'boolean', default: false },
    bucket: { type: 'boolean', default: false },
  },
  positionals: { min: 1, max: 2 },
  async run({ values, positionals: [work, name] }) {
    const context = createContext();
    if (work === 'make') return make(context);
    if (work === 'schedule' || work === 'serve') return runServer(context, work === 'schedule');
    if (work === 'list') return list(context, values.bucket);
    if (work === 'check') return check(context, name, values.bucket);
    if (work === 'try') return tryOut(context, name, values.bucket);
    if (work === 'restore' && name !== undefined) return restore(context, name, values);
    throw new UsageError('Name what to do.');
  },
});
