import { optionalUrl } from '@plotline/kit/service/config';
import { str } from 'envalid';
import type { FileStore } from './file-store.js';
import { createFolderStore } from './folder-store.js';

/** Location of the files of imports and exports: a folder, or a bucket when an endpoint is set. */
export const fileStoreSpecs = {
  FILES_DIRECTORY: str({ default: '', desc: 'folder of the files; all processes of the service see the same one' }),
  FILES_S3_ENDPOINT: optionalUrl({ desc: 'URL of an S3-compatible store with the bucket, instead of the folder' }),
  FILES_S3_REGION: str({ default: 'auto' }),
  FILES_S3_ACCESS_KEY_ID: str({ default: '' }),
  FILES_S3_SECRET_ACCESS_KEY: str({ default: '' }),
};

export interface FileStoreConfig {
  readonly FILES_DIRECTORY: string;
  readonly FILES_S3_ENDPOINT: string;
  readonly FILES_S3_REGION: string;
  readonly FILES_S3_ACCESS_KEY_ID: string;
  readonly FILES_S3_SECRET_ACCESS_KEY: string;
}

/** Opens the configured store. Loads the S3 client only for a bucket. */
export async function openFileStore(config: FileStoreConfig): Promise<FileStore> {
  if (config.FILES_S3_ENDPOINT === '') {
    if (config.FILES_DIRECTORY === '') throw new Error('FILES_DIRECTORY or FILES_S3_ENDPOINT must be set.');
    return createFolderStore(config.FILES_DIRECTORY);
  }
  if (config.FILES_S3_ACCESS_KEY_ID === '' || config.FILES_S3_SECRET_ACCESS_KEY === '') {
    throw new Error('FILES_S3_ENDPOINT needs FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY.');
  }
  const { createS3Store } = await import('./s3-store.js');
  return createS3Store({
    endpoint: config.FILES_S3_ENDPOINT,
    region: config.FILES_S3_REGION,
    accessKeyId: config.FILES_S3_ACCESS_KEY_ID,
    secretAccessKey: config.FILES_S3_SECRET_ACCESS_KEY,
  });
}
