import { createBucket } from '@plotline/kit/objects/bucket';
import { BackupBucket } from './bucket/backup-bucket.js';
import type { BackupConfig } from './config.js';
import { type ServiceName, services } from './model/databases.js';
import type { Retention } from './model/retention.js';

/** Returns the address of each service's MongoDB. */
export function urlsOf(config: BackupConfig): Readonly<Record<ServiceName, string>> {
  const own = {
    auth: config.MONGO_URL_AUTH,
    connect: config.MONGO_URL_CONNECT,
    inventory: config.MONGO_URL_INVENTORY,
    pipeline: config.MONGO_URL_PIPELINE,
    team: config.MONGO_URL_TEAM,
    transfer: config.MONGO_URL_TRANSFER,
    webhook: config.MONGO_URL_WEBHOOK,
  };
  for (const service of services) own[service] ||= config.MONGO_URL;
  return own;
}

/** Returns the rules for which backups are kept. */
export function retentionOf(config: BackupConfig): Retention {
  return { hours: config.BACKUP_KEEP_HOURS, days: config.BACKUP_KEEP_DAYS, weeks: config.BACKUP_KEEP_WEEKS };
}

/** Opens the bucket with the copies of the backups; undefined if there is none. */
export function bucketOf(config: BackupConfig): BackupBucket | undefined {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_REGION: region } = config;
  const { BACKUP_S3_ACCESS_KEY_ID: accessKeyId, BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (endpoint === '') return undefined;
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new Error('BACKUP_S3_ENDPOINT needs BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.');
  }
  return new BackupBucket(createBucket({ endpoint, region, accessKeyId, secretAccessKey }));
}
