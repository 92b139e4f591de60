import type { Keyring } from '@plotline/kit/core/secrets';
import type { Clock } from '@plotline/kit/core/time';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { SealedFields } from '@plotline/kit/store/records/sealed-fields';
import { type ConnectionSeals, createSeals } from './connections/model/seals.js';
import { createSealedFields } from './connections/store/sealed-fields.js';
import type { LeadReader } from './peers/lead-reader.js';
import type { Ledgers, ListOpenInvoices } from './peers/ledger.js';
import { hubspot } from './providers/hubspot/work/provider.js';
import { stripe } from './providers/stripe/work/provider.js';
import { createStores, type Stores } from './stores.js';
import type { Providers } from './vendors/model/provider.js';

/** Dependencies of this service's handlers. Built once; tests override parts. */
export interface Context extends Stores {
  readonly runtime: ServiceRuntime;
  readonly clock: Clock;
  readonly seals: ConnectionSeals;
  readonly sealedFields: SealedFields;
  readonly providers: Providers;
  readonly ledgers: Ledgers;
  readonly listOpenInvoices: ListOpenInvoices;
  readonly leadReader: LeadReader;
  /** Whether fakes answer in place of vendors. Only in local systems. */
  readonly usesFakes: boolean;
  /** Public address of the API, without a trailing slash, at which vendors reach hooks. */
  readonly apiUrl: string;
  /** Public address of the dashboard, without a trailing slash. */
  readonly dashboardUrl: string;
}

export interface ContextOptions {
  readonly listOpenInvoices: ListOpenInvoices;
  readonly usesFakes: boolean;
  readonly ledgers: Ledgers;
  readonly leadReader: LeadReader;
  readonly sealKeys: Keyring;
  readonly apiUrl: string;
  readonly dashboardUrl: string;
}

export function createContext(runtime: ServiceRuntime, options: ContextOptions): Context {
  const { sealKeys, apiUrl, dashboardUrl, ledgers, listOpenInvoices, leadReader, usesFakes } = options;
  const seals = createSeals(sealKeys);
  return {
    ...createStores(runtime),
    runtime,
    clock: runtime.clock,
    seals,
    sealedFields: createSealedFields(runtime, seals, sealKeys),
    providers: { stripe, hubspot },
    ledgers,
    listOpenInvoices,
    leadReader,
    usesFakes,
    apiUrl,
    dashboardUrl,
  };
}
