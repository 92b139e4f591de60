import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BucketAccess } from '@plotline/kit/objects/bucket';
import S3rver from 's3rver';
// Replaces the connections of `fetch` in this process with ones that are as strict as in newer Node releases.
import 'undici';

const secret = 'S3RVER';

/** A bucket of a real server of the S3 interface. */
export interface TestBucket {
  readonly access: BucketAccess;
  stop(): Promise<void>;
}

/** Starts a server with one bucket. It verifies only the key id of version 4 signatures. */
export async function startBucket(): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 'plotline-s3-'));
  const server = new S3rver({ port: 0, silent: true, directory, configureBuckets: [{ name: 'files', configs: [] }] });
  const { port } = await server.run();
  return {
    access: {
      endpoint: `http://127.0.0.1:${port}/files`,
      region: 'us-east-1',
      accessKeyId: secret,
      secretAccessKey: secret,
    },
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
