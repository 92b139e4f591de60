import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '@plotline/kit/core/caller';
import type { Clock } from '@plotline/kit/core/time';
import type { Service } from '@plotline/kit/service/service';
import { type Context, createContext } from '@plotline/transfer/context';
import { createFolderStore } from '@plotline/transfer/files/store/folder-store';
import type { RecordFinder } from '@plotline/transfer/peers/record-finder';
import { createRecordReader } from '@plotline/transfer/peers/record-reader';
import { createService } from '@plotline/transfer/service';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { type Reply, type StartedService, startTestService } from '../../support/started-service.js';
import { createStubRecords, type StubRecords } from './stub-records.js';

/** Transfer service with a stub of the services that own records, and with its own folder for files. */
export interface TransferService extends StartedService<Context> {
  /** Folder for the files. */
  readonly folder: string;
  readonly records: StubRecords;
  /** Sends a file in a POST, by default as `text/csv`. */
  upload(path: string, content: string | FormData, options?: UploadOptions): Promise<Reply>;
  /** Waits until the import of an accepted upload has ended, and returns it. */
  importFile(path: string, content: string | FormData, options?: UploadOptions): Promise<Reply['body']>;
  /** Names of the stored files. */
  listFiles(): Promise<string[]>;
}

export interface UploadOptions {
  readonly type?: string;
  readonly as?: Partial<Caller>;
  readonly headers?: Readonly<Record<string, string>>;
}

const silent = { call: () => Promise.reject(new Error('No other service runs.')) };

const config = {
  AUTH_BASE_URL: 'https://auth.example.com',
  API_BASE_URL: 'https://api.example.com',
  TRANSFER_LINK_SECRET: 'secret of links in tests, long enough',
  TRANSFER_LINK_SECRET_PREVIOUS: '',
  QUOTAS: 'by_plan',
} as const;

/** Starts the service. `given` replaces parts of the context, and `change` replaces parts of the service. */
export async function startTransferService(
  given: Partial<Context> = {},
  clock?: Clock,
  change: (service: Service) => Service = (service) => service,
): Promise<TransferService> {
  const folder = await mkdtemp(join(tmpdir(), 'plotline-transfer-'));
  const files = await createFolderStore(folder);
  const records = createStubRecords();
  const recordReader = createRecordReader({ inventory: silent, pipeline: silent, team: silent });
  const access = { mayHaveFile: async () => true };
  const recordFinder: RecordFinder = { findVisible: async (_caller, _resource, ids) => new Set(ids) };
  const countRecords = async () => ({ leads: 7, properties: 2, units: 30 });
  const reading = { recordReader, recordFinder, countRecords };
  const outside = { files, recordImporter: records, recordRemover: records, access, ...reading };
  const service = await startTestService<Context>('transfer', {
    createContext: (runtime) => ({ ...createContext(runtime, config, outside), ...given }),
    createService: (context) => change(createService(context)),
    ...(clock && { clock }),
  });
  const upload: TransferService['upload'] = (path, content, { type, ...options } = {}) => {
    const file = { type: type ?? (content instanceof FormData ? '' : 'text/csv'), content };
    return service.request('POST', path, { ...options, file });
  };
  return {
    ...service,
    folder,
    records,
    upload,
    importFile: async (path, content, options = {}) => {
      const { status, body } = await upload(path, content, options);
      expect(status, JSON.stringify(body)).to.equal(202);
      return eventually(async () => {
        const { as = {} } = options;
        const found = await service.request('GET', `/v1/imports/${body.id}`, { as });
        expect(found.body.status).to.be.oneOf(['completed', 'failed', 'cancelled']);
        return found.body;
      });
    },
    listFiles: () => readdir(folder),
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
