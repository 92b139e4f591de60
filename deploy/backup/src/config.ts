import { optionalUrl, positiveInteger, readConfig, serviceSpecs } from '@plotline/kit/service/config';
import { port, str } from 'envalid';

const ofService = { default: '', desc: 'a MongoDB of its own that has the databases of this service' };

const specs = {
  LOG_LEVEL: serviceSpecs.LOG_LEVEL,
  LISTEN_HOST: serviceSpecs.LISTEN_HOST,
  HTTP_PORT: port({ default: 4_108, desc: 'port of /health, /ready and /metrics' }),
  BACKUP_DIRECTORY: str({ desc: 'folder that has nothing but the backups' }),
  FILES_DIRECTORY: str({ default: '', desc: 'folder with the files of transfer; empty if they are in a bucket' }),
  MONGO_URL: str({ desc: 'address of MongoDB, with a user that reads all databases, or writes them for a restore' }),
  MONGO_URL_AUTH: str(ofService),
  MONGO_URL_CONNECT: str(ofService),
  MONGO_URL_INVENTORY: str(ofService),
  MONGO_URL_PIPELINE: str(ofService),
  MONGO_URL_TEAM: str(ofService),
  MONGO_URL_TRANSFER: str(ofService),
  MONGO_URL_WEBHOOK: str(ofService),
  BACKUP_S3_ENDPOINT: optionalUrl({ desc: 'URL of an S3-compatible store with a bucket for copies of the backups' }),
  BACKUP_S3_REGION: str({ default: 'auto' }),
  BACKUP_S3_ACCESS_KEY_ID: str({ default: '' }),
  BACKUP_S3_SECRET_ACCESS_KEY: str({ default: '' }),
  BACKUP_INTERVAL_MINUTES: positiveInteger({ default: 60, desc: 'time from one backup to the next' }),
  BACKUP_KEEP_HOURS: positiveInteger({ default: 24, desc: 'hours that keep their newest backup' }),
  BACKUP_KEEP_DAYS: positiveInteger({ default: 7, desc: 'days that keep their newest backup' }),
  BACKUP_KEEP_WEEKS: positiveInteger({ default: 5, desc: 'weeks that keep their newest backup' }),
};

/** Reads the environment. Throws an error that names every invalid variable. */
export function readBackupConfig(environment: NodeJS.ProcessEnv = process.env) {
  return readConfig(specs, environment);
}

export type BackupConfig = ReturnType<typeof readBackupConfig>;
