import type { Keyring } from '@plotline/kit/core/secrets';
import type { Clock } from '@plotline/kit/core/time';
import { createAddressGuard } from '@plotline/kit/network/address-guard';
import type { AddressRanges } from '@plotline/kit/network/address-ranges';
import { parsePortRanges } from '@plotline/kit/network/port-ranges';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { SealedFields } from '@plotline/kit/store/records/sealed-fields';
import { type ConnectionSeals, createSeals } from './connections/model/seals.js';
import { createSealedFields } from './connections/store/sealed-fields.js';
import type { LeadEmails } from './peers/lead-emails.js';
import type { LeadFiles } from './peers/lead-files.js';
import type { LeadReader } from './peers/lead-reader.js';
import type { Ledgers, ListOpenInvoices } from './peers/ledger.js';
import type { GetRecord } from './peers/record-details.js';
import { documenso } from './providers/documenso/work/provider.js';
import { docusign } from './providers/docusign/work/provider.js';
import { hubspot } from './providers/hubspot/work/provider.js';
import { postmark } from './providers/postmark/work/provider.js';
import { createSmtp } from './providers/smtp/work/provider.js';
import { stripe } from './providers/stripe/work/provider.js';
import { createStores, type Stores } from './stores.js';
import type { Providers } from './vendors/model/provider.js';
import type { Egress } from './vendors/work/send-guarded.js';

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
  readonly leadEmails: LeadEmails;
  readonly getRecord: GetRecord;
  readonly leadFiles: LeadFiles;
  /**
   * Address of the simulator, without a trailing slash. Only in local systems, where fakes answer instead of the
   * vendors. Null if requests go to the vendors.
   */
  readonly simulatorUrl: string | null;
  /** Sends requests to the hosts of customers who run a vendor's software themselves. */
  readonly egress: Egress;
  /** Public address of the API, without a trailing slash. Vendors call hooks there. */
  readonly apiUrl: string;
  /** Public address of the dashboard, without a trailing slash. */
  readonly dashboardUrl: string;
}

/** Addresses that are allowed for hosts that a customer chooses. */
export interface AddressOptions {
  /** True only in local systems and tests, where mail servers may also work without TLS. */
  readonly allowPrivate: boolean;
  readonly denied: AddressRanges;
}

export interface ContextOptions {
  readonly getRecord: GetRecord;
  readonly leadFiles: LeadFiles;
  readonly egress: Egress;
  readonly listOpenInvoices: ListOpenInvoices;
  readonly leadEmails: LeadEmails;
  readonly addresses: AddressOptions;
  readonly simulatorUrl: string | null;
  readonly ledgers: Ledgers;
  readonly leadReader: LeadReader;
  readonly sealKeys: Keyring;
  readonly apiUrl: string;
  readonly dashboardUrl: string;
  /** Timeout for sending an email by SMTP, 30 seconds by default. */
  readonly mailTimeoutMs?: number;
}

/** Any port is allowed here, because the provider's settings allow only the ports of mail servers. */
function toSmtpOptions({ addresses: { allowPrivate, denied }, mailTimeoutMs: sendTimeoutMs = 30_000 }: ContextOptions) {
  const ports = parsePortRanges('1-65535');
  const guard = createAddressGuard({ allowPrivate, denied, ports, isProxied: false });
  return { guard, requiresTls: !allowPrivate, sendTimeoutMs };
}

export function createContext(runtime: ServiceRuntime, options: ContextOptions): Context {
  const { sealKeys, apiUrl, dashboardUrl, ledgers, listOpenInvoices, leadReader, leadEmails } = options;
  const { simulatorUrl, egress, getRecord, leadFiles } = options;
  const seals = createSeals(sealKeys);
  return {
    ...createStores(runtime),
    runtime,
    clock: runtime.clock,
    seals,
    sealedFields: createSealedFields(runtime, seals, sealKeys),
    providers: { stripe, hubspot, postmark, smtp: createSmtp(toSmtpOptions(options)), documenso, docusign },
    ledgers,
    listOpenInvoices,
    leadReader,
    leadEmails,
    getRecord,
    leadFiles,
    simulatorUrl,
    egress,
    apiUrl,
    dashboardUrl,
  };
}
