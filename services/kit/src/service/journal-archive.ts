import { makeValidator, str } from 'envalid';
import { modes } from '../store/connection/connect.js';
import { type ArchivedBatch, type ArchiveLocation, EntryArchiver } from '../store/journal/archive/archive-entries.js';
import { archivedBlocks } from '../store/journal/archive/archived-block.js';
import { removeUnusedObjects } from '../store/journal/archive/unused-objects.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import { PeriodicTask } from '../tasks/periodic-task.js';
import { optionalUrl, UnfitValue } from './config.js';

/** An imported record can be undone, and events published again, for a day, which half of this must exceed. */
const [minDays, maxDays] = [7, 3_650];

const archiveDays = makeValidator<number>((input) => {
  const days = Number(input);
  const isAge = Number.isInteger(days) && days >= minDays && days <= maxDays;
  if (days !== 0 && !isAge) throw new UnfitValue(`must be 0, or a whole number from ${minDays} to ${maxDays}`);
  return days;
});

/** Variables of services that can move old entries of their journal to a bucket. */
export const archiveSpecs = {
  JOURNAL_ARCHIVE_DAYS: archiveDays({
    default: 0,
    desc: 'age at which entries of the journal move to the bucket; 0 keeps all in the database',
  }),
  ARCHIVE_S3_ENDPOINT: optionalUrl({ desc: 'URL of an S3-compatible store with the bucket of archived entries' }),
  ARCHIVE_S3_REGION: str({ default: 'auto' }),
  ARCHIVE_S3_ACCESS_KEY_ID: str({ default: '' }),
  ARCHIVE_S3_SECRET_ACCESS_KEY: str({ default: '' }),
};

/** Values of `archiveSpecs`. */
export interface ArchiveConfig {
  readonly JOURNAL_ARCHIVE_DAYS: number;
  readonly ARCHIVE_S3_ENDPOINT: string;
  readonly ARCHIVE_S3_REGION: string;
  readonly ARCHIVE_S3_ACCESS_KEY_ID: string;
  readonly ARCHIVE_S3_SECRET_ACCESS_KEY: string;
}

/** Timeout of a request to the bucket. Requests for a timeline wait for it. */
const timeoutMs = 10_000;

/**
 * Opens the archive of the environment. Returns nothing if it names no bucket. Throws if a setting is missing. With a
 * bucket and 0 days, archived entries can be read, and no further ones are archived.
 */
export async function openArchive(config: ArchiveConfig): Promise<ArchiveLocation | undefined> {
  const { JOURNAL_ARCHIVE_DAYS: days, ARCHIVE_S3_ENDPOINT: endpoint, ARCHIVE_S3_REGION: region } = config;
  const { ARCHIVE_S3_ACCESS_KEY_ID: accessKeyId, ARCHIVE_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (endpoint === '') {
    if (days > 0) throw new Error('JOURNAL_ARCHIVE_DAYS needs ARCHIVE_S3_ENDPOINT.');
    return undefined;
  }
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new Error('ARCHIVE_S3_ENDPOINT needs ARCHIVE_S3_ACCESS_KEY_ID and ARCHIVE_S3_SECRET_ACCESS_KEY.');
  }
  // Loaded on demand, because most systems have no archive.
  const { createBucket } = await import('../objects/bucket.js');
  return { days, bucket: createBucket({ endpoint, region, accessKeyId, secretAccessKey, timeoutMs }) };
}

const intervalMs = 600_000;

/**
 * Creates the task that moves old entries of the journal to the bucket every ten minutes, and removes objects that are
 * no longer used. It runs in one replica of the service at a time. Empty if the service has no bucket.
 */
export function createArchivingOf(runtime: StoreRuntime): PeriodicTask[] {
  const { archiving, clock, log } = runtime;
  if (!archiving) return [];
  const archiver = new EntryArchiver(archiving);
  const task = new PeriodicTask({
    name: 'journal-archive',
    intervalMs,
    runtime,
    run: async (mode, shouldContinue) => {
      let moved = 0;
      for (let after = ''; shouldContinue(); ) {
        const batch: ArchivedBatch | undefined = await archiver.archiveBatch(mode, clock(), after);
        if (!batch) break;
        ({ after } = batch);
        moved += batch.moved;
      }
      if (moved > 0) log.info({ mode, entries: moved }, 'journal entries were archived');
      while (shouldContinue() && (await removeUnusedObjects(archiving, mode, clock())));
    },
  });
  return [task];
}

/** Throws if entries are archived, and the service has no bucket to read them from. */
export async function assertArchiveReadable({ archiving, databases }: StoreRuntime): Promise<void> {
  if (archiving) return;
  for (const mode of modes) {
    const archived = await databases[mode].collection(archivedBlocks.name).findOne({}, { projection: { _id: 1 } });
    if (archived)
      throw new Error('The journal has archived entries. Set ARCHIVE_S3_ENDPOINT and its key to read them.');
  }
}
