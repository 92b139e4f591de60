import { createKeyring, type Keyring } from '@plotline/kit/core/secrets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { getQuotas, type QuotaMode, type Quotas } from '@plotline/protos/plotline/auth/v1/quotas';
import type { FileStore } from './files/store/file-store.js';
import type { AccessChecks } from './peers/access.js';
import type { RecordFinder } from './peers/record-finder.js';
import type { RecordImporter } from './peers/record-importer.js';
import type { RecordReader } from './peers/record-reader.js';
import type { RecordRemover } from './peers/record-remover.js';
import type { CountRecords } from './peers/record-usage.js';
import { createStores, type Stores } from './stores.js';

/** Dependencies of this service's handlers. Built once; tests override parts of it. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly files: FileStore;
  readonly recordImporter: RecordImporter;
  readonly recordRemover: RecordRemover;
  readonly recordReader: RecordReader;
  readonly recordFinder: RecordFinder;
  readonly access: AccessChecks;
  readonly countRecords: CountRecords;
  /** Returns the quotas of a plan; all unlimited when the operator has turned them off. */
  readonly quotasOf: (plan: string) => Quotas;
  /** Signs links to files. */
  readonly linkKeys: Keyring;
  /** URL at which clients download files, without a trailing slash. */
  readonly authUrl: string;
  /** URL at which clients read photos and documents, without a trailing slash. Its host has no cookies. */
  readonly mediaUrl: string;
}

interface LinkConfig {
  readonly AUTH_BASE_URL: string;
  readonly API_BASE_URL: string;
  readonly TRANSFER_LINK_SECRET: string;
  readonly TRANSFER_LINK_SECRET_PREVIOUS: string;
  readonly QUOTAS: QuotaMode;
}

export function createContext(
  runtime: ServiceRuntime,
  config: LinkConfig,
  given: Pick<
    Context,
    'files' | 'recordImporter' | 'recordRemover' | 'recordReader' | 'recordFinder' | 'access' | 'countRecords'
  >,
): Context {
  return {
    ...createStores(runtime),
    ...given,
    runtime,
    linkKeys: createKeyring(config.TRANSFER_LINK_SECRET, config.TRANSFER_LINK_SECRET_PREVIOUS),
    authUrl: config.AUTH_BASE_URL,
    mediaUrl: config.API_BASE_URL,
    quotasOf: (plan) => getQuotas(plan, config.QUOTAS),
  };
}
