import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { WorkspaceLocks } from '@plotline/kit/store/workspace-locks';
import { JobQueue } from '@plotline/kit/tasks/job-queue';
import { SuspendedWorkspaces } from '@plotline/kit/tasks/suspended-workspaces';
import { Calls } from './calls/store/calls.js';
import { Connections } from './connections/store/connections.js';
import type { SyncData } from './crm/model/sync.js';
import { DocumentJobs } from './documents/store/document-jobs.js';
import { Documents } from './documents/store/documents.js';
import { Emails } from './emails/store/emails.js';
import { HookEvents } from './hooks/store/hook-events.js';
import { OutboundJobs } from './outbound/store/outbound-jobs.js';
import { PaymentLinks } from './payments/store/payment-links.js';
import { StatementLines } from './statements/store/statement-lines.js';
import { DocumentTemplates } from './templates/store/document-templates.js';

/** All stores of the service. Creating them declares all collections. */
export interface Stores {
  readonly suspensions: SuspendedWorkspaces;
  readonly sandboxResets: SandboxResets;
  readonly connections: Connections;
  readonly calls: Calls;
  readonly hookEvents: HookEvents;
  readonly outboundJobs: OutboundJobs;
  readonly syncs: JobQueue<SyncData>;
  readonly emails: Emails;
  readonly paymentLinks: PaymentLinks;
  readonly statementLines: StatementLines;
  readonly documentTemplates: DocumentTemplates;
  readonly documents: Documents;
  readonly documentJobs: DocumentJobs;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  const locks = new WorkspaceLocks(runtime);
  const suspensions = new SuspendedWorkspaces(runtime);
  const documentJobs = new DocumentJobs(runtime, suspensions);
  return {
    suspensions,
    sandboxResets: new SandboxResets(runtime),
    connections: new Connections(runtime, locks),
    calls: new Calls(runtime),
    hookEvents: new HookEvents(runtime, suspensions),
    outboundJobs: new OutboundJobs(runtime, suspensions),
    syncs: new JobQueue<SyncData>(runtime, {
      collection: 'syncs',
      kind: 'sync',
      prefix: 'syn',
      isSilent: true,
      suspensions,
    }),
    emails: new Emails(runtime, suspensions),
    paymentLinks: new PaymentLinks(runtime),
    statementLines: new StatementLines(runtime, locks),
    documentTemplates: new DocumentTemplates(runtime, locks),
    documents: new Documents(runtime, documentJobs),
    documentJobs,
  };
}
