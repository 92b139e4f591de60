import type { Server } from 'node:http';
import { createApp, createHttpServer, createProbes, listen } from '@plotline/kit/http/server';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { Gauge, type Registry } from 'prom-client';
import type { Backup, BackupFolder } from '../folder/backup-folder.js';

/** Backups of the bucket, of which only the newest counts. */
type ListedBucket = { readonly list: () => Promise<readonly Backup[]> };

/** Time between two reads of the bucket, because each is a request to the store. */
const bucketReadMs = 60_000;

/**
 * Creates a function that returns the start of the newest backup of a bucket in seconds; 0 if none is known. It never
 * waits for the store. While the store doesn't answer, the backup that was read last gets older.
 */
function createBucketAge(bucket: ListedBucket): () => number {
  let seconds = 0;
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async () => {
    readAt = performance.now();
    const [newest] = await bucket.list();
    seconds = newest ? newest.startedAt.getTime() / 1_000 : 0;
  };
  return () => {
    if (performance.now() - readAt > bucketReadMs) void read().catch(() => undefined);
    return seconds;
  };
}

/** Stores whose age is served. */
interface AgeOptions {
  readonly hasFiles: boolean;
  /** Bucket with copies of the backups, if there is one. */
  readonly bucket?: ListedBucket | undefined;
}

/** Registers the age of the newest backup, as read from the folder, so that it is right whoever made the backup. */
function registerAge(registry: Registry, folder: BackupFolder, { hasFiles, bucket }: AgeOptions): void {
  const stores = hasFiles ? ['mongodb', 'files'] : ['mongodb'];
  const getBucketAge = bucket && createBucketAge(bucket);
  getBucketAge?.();
  new Gauge({
    name: 'plotline_backup_last_success_timestamp_seconds',
    help: 'Start of the newest complete backup of a store, as seconds since 1970; 0 if there is none.',
    labelNames: ['store'],
    registers: [registry],
    async collect() {
      const [newest] = await folder.list();
      const manifest = newest && (await folder.readManifest(newest.name));
      for (const store of stores) {
        const isIncluded = manifest && (store !== 'files' || manifest.files !== null);
        this.set({ store }, isIncluded ? Date.parse(manifest.started_at) / 1_000 : 0);
      }
      if (getBucketAge) this.set({ store: 'bucket' }, getBucketAge());
    },
  });
}

/** Serves `/health`, `/ready` and `/metrics`. */
export async function serve(
  folder: BackupFolder,
  { port, host, ...stores }: AgeOptions & { readonly port: number; readonly host: string },
): Promise<Server> {
  const metrics = createMetrics('backup');
  registerAge(metrics.registry, folder, stores);
  const isReadable = () => folder.list().then(() => true);
  const server = createHttpServer(createApp().use(createProbes(isReadable, metrics)));
  await listen(server, port, host);
  return server;
}
