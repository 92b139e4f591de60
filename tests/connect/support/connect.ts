import { type Context, createContext } from '@plotline/connect/context';
import type { OpenInvoice } from '@plotline/connect/peers/ledger';
import { createService } from '@plotline/connect/service';
import type { Caller } from '@plotline/kit/core/caller';
import { createKeyring } from '@plotline/kit/core/secrets';
import { parseAddressRanges } from '@plotline/kit/network/address-ranges';
import { type Reply, type StartedService, startTestService } from '../../support/started-service.js';
import { testCaller } from '../../support/test-runtime.js';
import { createTestEgress } from './egress.js';
import { createTestLeadEmails, type TestLeadEmails } from './lead-emails.js';
import { createTestLeads, type TestLeads } from './leads.js';
import { createTestLedgers, type TestLedgers } from './ledgers.js';
import { postmarkServer, toPostmarkBody, usePostmark } from './postmark.js';
import { createTestFiles, createTestRecords, type TestFiles, type TestRecords } from './records.js';
import { signStripe, stripeKeys, useStripe } from './stripe.js';

/** Connect service whose vendors nock replaces. */
export interface ConnectService extends StartedService<Context> {
  /** Connects the caller's workspace to Stripe. Resolves to the connection as the API returns it. */
  connectStripe(as: Partial<Caller>, body?: object): Promise<Reply['body']>;
  /** These replace pipeline and inventory. */
  readonly ledgers: TestLedgers;
  readonly openInvoices: OpenInvoice[];
  /** These replace inventory, pipeline and transfer. */
  readonly records: TestRecords['records'];
  /** Makes requests about the lead answer that it was merged. */
  readonly mergeLead: (id: string, survivorId: string) => void;
  readonly leadFiles: TestFiles;
  /** Posts a body to a hook, with the vendor's headers. */
  postHook(hookUrl: string, body: string, headers: Readonly<Record<string, string>>): Promise<Response>;
  /** Replaces pipeline, inventory and team as the source of leads. */
  readonly leads: TestLeads;
  /** Replaces pipeline's timelines. */
  readonly leadEmails: TestLeadEmails;
  /** Connects the caller's workspace to Postmark. Resolves to the connection as the API returns it. */
  connectPostmark(as: Partial<Caller>, body?: object): Promise<Reply['body']>;
  /** Posts an event to a hook as Stripe does. */
  sendEvent(hookUrl: string, event: object, change?: HookChange): Promise<Response>;
  /** Publishes an event about a lead, as pipeline does. */
  tellLead(as: Partial<Caller>, id: string, event?: string): Promise<void>;
  /** Advances the service's clock. */
  advanceClock(milliseconds: number): void;
}

/** Differences between a request to a hook and a valid one. */
export interface HookChange {
  readonly signature?: string;
  readonly timestamp?: number;
  readonly body?: string;
}

/** Keys that seal credentials in the tests. */
const sealKeys = createKeyring('seals credentials of connections in tests');

const apiUrl = 'https://api.plotline.example';

/** Body of a request to create a connection to Stripe. */
export function toStripeBody(mode: keyof typeof stripeKeys = 'live', change: object = {}) {
  return {
    provider: 'stripe',
    name: 'Stripe Dubai',
    settings: { return_url: 'https://buyer.example/thank-you' },
    credentials: { secret_key: stripeKeys[mode], webhook_secret: stripeKeys.signing },
    ...change,
  };
}

/** Starts the service. With `simulatorUrl`, fakes replace its vendors. */
export async function startConnect(simulatorUrl: string | null = null): Promise<ConnectService> {
  let aheadMs = 0;
  const ledgers = createTestLedgers();
  const openInvoices: OpenInvoice[] = [];
  const leads = createTestLeads();
  const leadEmails = createTestLeadEmails();
  const records = createTestRecords();
  const leadFiles = createTestFiles();
  const service = await startTestService('connect', {
    createContext: (runtime) =>
      createContext(runtime, {
        sealKeys,
        apiUrl,
        ledgers,
        simulatorUrl,
        egress: createTestEgress(),
        getRecord: records.get,
        leadFiles,
        listOpenInvoices: async () => openInvoices,
        leadReader: leads,
        leadEmails,
        // Test servers are on this machine.
        addresses: { allowPrivate: true, denied: parseAddressRanges('') },
        dashboardUrl: 'https://app.plotline.example/dashboard',
        mailTimeoutMs: 3_000,
      }),
    createService,
    clock: () => new Date(Date.now() + aheadMs),
  });
  return {
    ...service,
    ledgers,
    openInvoices,
    leads,
    leadEmails,
    records: records.records,
    mergeLead: (id, survivorId) => void records.survivors.set(id, survivorId),
    leadFiles,
    postHook: (hookUrl, body, headers) =>
      fetch(`${service.url}${new URL(hookUrl).pathname}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      }),
    sendEvent: (hookUrl, event, change = {}) => {
      const sent = JSON.stringify(event);
      const { timestamp = Math.floor((Date.now() + aheadMs) / 1_000), body = sent } = change;
      return fetch(`${service.url}${new URL(hookUrl).pathname}`, {
        method: 'POST',
        headers: {
          'stripe-signature': change.signature ?? signStripe(sent, timestamp),
          'content-type': 'application/json',
        },
        body,
      });
    },
    tellLead: async (as, id, event = 'lead.updated') => {
      const caller = testCaller('ws_test', 'live', as);
      const events = [{ name: event, version: 1, data: { id } }];
      const entry = { subject: id, type: 'told', description: 'Told by a test.', events };
      await service.runtime.journal.commit({ caller }, async () => ({ entries: [entry] }));
    },
    advanceClock: (milliseconds) => {
      aheadMs += milliseconds;
      service.context.outboundJobs.jobs.announce();
      service.context.documentJobs.jobs.announce();
      service.context.emails.jobs.announce();
    },
    connectPostmark: (as, body = toPostmarkBody()) => {
      const type = as.mode === 'sandbox' ? 'Sandbox' : 'Live';
      usePostmark().get('/server').reply(200, postmarkServer(type));
      return service.create('/v1/connections', body, as);
    },
    connectStripe: (as, body = toStripeBody(as.mode)) => {
      useStripe().get('/v1/checkout/sessions').query({ limit: 1 }).reply(200, { object: 'list', data: [] });
      return service.create('/v1/connections', body, as);
    },
  };
}
