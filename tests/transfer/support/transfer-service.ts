import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@plotline/kit/process/runtime';
import { type Context, createContext } from '@plotline/transfer/context';
import { createFolderStore } from '@plotline/transfer/files/folder-store';
import { createRecordReader } from '@plotline/transfer/peers/record-reader';
import { createService } from '@plotline/transfer/service';
import { type StartedService, startTestService } from '../../support/started-service.js';

export interface TransferService extends StartedService<Context> {
  /** Folder of the files. */
  readonly folder: string;
}

const silent = { call: () => Promise.reject(new Error('No other service runs.')) };

const config = {
  AUTH_BASE_URL: 'https://auth.example.com',
  TRANSFER_LINK_SECRET: 'secret of links in tests, long enough',
  TRANSFER_LINK_SECRET_PREVIOUS: '',
};

/** The transfer service with files in a folder of its own, beside no other service unless `given` has some. */
export async function startTransferService(given: Partial<Context> = {}, clock?: Clock): Promise<TransferService> {
  const folder = await mkdtemp(join(tmpdir(), 'plotline-transfer-'));
  const files = await createFolderStore(folder);
  const recordReader = createRecordReader({ inventory: silent, pipeline: silent, team: silent });
  const service = await startTestService<Context>('transfer', {
    createContext: (runtime) => ({ ...createContext(runtime, config, { files, recordReader }), ...given }),
    createService,
    ...(clock && { clock }),
  });
  return {
    ...service,
    folder,
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
