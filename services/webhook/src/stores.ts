import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { JobQueue } from '@plotline/kit/tasks/job-queue';
import type { Integration } from './domain/integration.js';
import type { ResendData } from './domain/resend.js';
import type { Webhook } from './domain/webhook.js';
import { toIntegrationSettingsJson } from './json/integration.js';
import { toWebhookSettingsJson } from './json/webhook.js';
import { AssignmentNotices } from './store/assignment-notices.js';
import { type ChannelStores, createChannelStores } from './store/channel-stores.js';
import { DigestSchedules } from './store/digest-schedules.js';
import { Erasures } from './store/erasures.js';
import { EventLog } from './store/event-log.js';
import { EventSequences } from './store/event-sequences.js';
import { RecordedEvents } from './store/events.js';
import { NoticeReads } from './store/notice-reads.js';
import { Notices } from './store/notices.js';
import { integrationSchema, webhookSchema } from './store/subscription-schemas.js';
import { ToldEvents } from './store/told-events.js';
import { WorkspaceLocks } from './store/workspace-locks.js';

/** What the service stores. All its collections are declared by these. */
export interface Stores {
  readonly sandboxResets: SandboxResets;
  readonly webhooks: ChannelStores<Webhook>;
  readonly integrations: ChannelStores<Integration>;
  readonly digestSchedules: DigestSchedules;
  readonly sequences: EventSequences;
  readonly events: RecordedEvents;
  readonly eventLog: EventLog;
  readonly erasures: Erasures;
  readonly notices: Notices;
  readonly toldEvents: ToldEvents;
  readonly assignmentNotices: AssignmentNotices;
  readonly noticeReads: NoticeReads;
  readonly resends: JobQueue<ResendData>;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  const events = new RecordedEvents(runtime);
  const locks = new WorkspaceLocks(runtime);
  const sequences = new EventSequences(runtime);
  const notices = new Notices(runtime);
  const toldEvents = new ToldEvents(runtime);
  const digestSchedules = new DigestSchedules(runtime, sequences);
  return {
    sandboxResets: new SandboxResets(runtime),
    webhooks: createChannelStores<Webhook>(runtime, {
      noun: 'webhook',
      schema: webhookSchema,
      locks,
      toSettingsJson: toWebhookSettingsJson,
    }),
    integrations: createChannelStores<Integration>(runtime, {
      noun: 'integration',
      schema: integrationSchema,
      locks,
      toSettingsJson: toIntegrationSettingsJson,
      follow: digestSchedules.follow.bind(digestSchedules),
    }),
    digestSchedules,
    sequences,
    events,
    eventLog: new EventLog({ runtime, events, sequences }),
    erasures: new Erasures(runtime),
    notices,
    toldEvents,
    assignmentNotices: new AssignmentNotices({ runtime, locks, notices, toldEvents }),
    noticeReads: new NoticeReads(runtime),
    resends: new JobQueue<ResendData>(runtime, { collection: 'resends', kind: 'resend', prefix: 'rsd' }),
  };
}
