import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { WorkspaceLocks } from '@plotline/kit/store/workspace-locks';
import { JobQueue } from '@plotline/kit/tasks/job-queue';
import { SuspendedWorkspaces } from '@plotline/kit/tasks/suspended-workspaces';
import { toIntegrationSettingsJson } from './channels/api/integration-json.js';
import { toWebhookSettingsJson } from './channels/api/webhook-json.js';
import type { Integration } from './channels/model/integration.js';
import type { Webhook } from './channels/model/webhook.js';
import { DigestSchedules } from './channels/store/digest-schedules.js';
import { integrationSchema, webhookSchema } from './channels/store/subscription-schemas.js';
import type { ResendData } from './deliveries/model/resend.js';
import { type ChannelStores, createChannelStores } from './deliveries/store/channel-stores.js';
import { Erasures } from './events/store/erasures.js';
import { EventLog } from './events/store/event-log.js';
import { EventSequences } from './events/store/event-sequences.js';
import { RecordedEvents } from './events/store/events.js';
import { AssignmentNotices } from './notices/store/assignment-notices.js';
import { NoticeMails } from './notices/store/notice-mails.js';
import { NoticePreferencesStore } from './notices/store/notice-preferences.js';
import { NoticeReads } from './notices/store/notice-reads.js';
import { NoticeWriter } from './notices/store/notice-writer.js';
import { Notices } from './notices/store/notices.js';
import { Reminders } from './notices/store/reminders.js';
import { ToldEvents } from './notices/store/told-events.js';

/** All stores of the service. They declare all its collections. */
export interface Stores {
  readonly suspensions: SuspendedWorkspaces;
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
  readonly noticeMails: NoticeMails;
  readonly noticeWriter: NoticeWriter;
  readonly assignmentNotices: AssignmentNotices;
  readonly noticeReads: NoticeReads;
  readonly noticePreferences: NoticePreferencesStore;
  readonly reminders: Reminders;
  readonly resends: JobQueue<ResendData>;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  const suspensions = new SuspendedWorkspaces(runtime);
  const events = new RecordedEvents(runtime);
  const locks = new WorkspaceLocks(runtime);
  const sequences = new EventSequences(runtime);
  const notices = new Notices(runtime);
  const toldEvents = new ToldEvents(runtime);
  const noticeMails = new NoticeMails(runtime, suspensions);
  const noticeWriter = new NoticeWriter({ runtime, locks, notices, toldEvents, noticeMails });
  const digestSchedules = new DigestSchedules(runtime, sequences, suspensions);
  return {
    suspensions,
    sandboxResets: new SandboxResets(runtime),
    webhooks: createChannelStores<Webhook>(runtime, {
      noun: 'webhook',
      suspensions,
      schema: webhookSchema,
      locks,
      toSettingsJson: toWebhookSettingsJson,
    }),
    integrations: createChannelStores<Integration>(runtime, {
      noun: 'integration',
      suspensions,
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
    noticeMails,
    noticeWriter,
    assignmentNotices: new AssignmentNotices(noticeWriter, notices),
    noticeReads: new NoticeReads(runtime),
    noticePreferences: new NoticePreferencesStore(runtime),
    reminders: new Reminders(runtime, suspensions),
    resends: new JobQueue<ResendData>(runtime, { collection: 'resends', kind: 'resend', prefix: 'rsd', suspensions }),
  };
}
