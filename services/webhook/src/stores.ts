import { DueQueue } from '@plotline/kit/jobs/due-queue';
import { JobQueue } from '@plotline/kit/jobs/job-queue';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { SandboxResets } from '@plotline/kit/sandbox/sandbox-resets';
import type { ResendData } from './domain/resend.js';
import { toWebhookSettingsJson } from './json/webhook.js';
import { Counters } from './store/counters.js';
import { Deliveries } from './store/deliveries.js';
import { EndpointQueues } from './store/endpoint-queues.js';
import { Erasures } from './store/erasures.js';
import { EventLog } from './store/event-log.js';
import { EventSequences } from './store/event-sequences.js';
import { RecordedEvents } from './store/events.js';
import { Notices } from './store/notices.js';
import { Webhooks } from './store/webhooks.js';
import { WorkspaceLocks } from './store/workspace-locks.js';

/** What the service stores. All its collections are declared by these. */
export interface Stores {
  readonly sandboxResets: SandboxResets;
  readonly queues: EndpointQueues;
  readonly counters: Counters;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly events: RecordedEvents;
  readonly eventLog: EventLog;
  /** Events whose deliveries `workers/planner.ts` stores. */
  readonly plans: DueQueue;
  readonly erasures: Erasures;
  readonly notices: Notices;
  readonly resends: JobQueue<ResendData>;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  const queues = new EndpointQueues(runtime);
  const counters = new Counters(runtime);
  const events = new RecordedEvents(runtime);
  return {
    sandboxResets: new SandboxResets(runtime),
    queues,
    counters,
    webhooks: new Webhooks(runtime, {
      queues,
      counters,
      locks: new WorkspaceLocks(runtime),
      toSettingsJson: toWebhookSettingsJson,
    }),
    deliveries: new Deliveries(runtime, queues),
    events,
    eventLog: new EventLog({ runtime, events, sequences: new EventSequences(runtime) }),
    plans: new DueQueue(runtime, 'plans'),
    erasures: new Erasures(runtime),
    notices: new Notices(runtime),
    resends: new JobQueue<ResendData>(runtime, { collection: 'resends', kind: 'resend', prefix: 'rsd' }),
  };
}
