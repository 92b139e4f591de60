import type { Consumer } from '@plotline/kit/broker/consume';
import { type ParsedEnvelope, parseEnvelope, readOptionalText, readText } from '@plotline/kit/broker/event-envelope';
import { isJsonObject } from '@plotline/kit/core/json-object';
import type { Context } from '../../context.js';
import { getResourceScope, type Notice, type NoticeType, noticeTypes, webhookScope } from '../model/notice.js';

function isNoticeType(type: string): type is NoticeType {
  return noticeTypes.some((known) => known === type);
}

/** Returns the numbers among the counts. */
function readCounts(value: unknown): Readonly<Record<string, number>> {
  const counts = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(counts.flatMap(([name, count]) => (typeof count === 'number' ? [[name, count]] : [])));
}

const endings: Readonly<Record<string, string>> = {
  completed: 'is completed',
  failed: 'has failed',
  cancelled: 'was cancelled',
};

function toMessage(kind: string, resource: string, end: string, counts: object, error: string | null): string {
  const what = kind === 'resend' ? `The resend of deliveries of the webhook ${resource}` : `The ${kind} of ${resource}`;
  const numbers = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const summary = numbers.length > 0 ? `: ${numbers.join(', ')}` : '';
  return `${what} ${endings[end]}${summary}.${error === null ? '' : ` ${error}`}`;
}

/** Creates the notice of a job's end; null when there is none. */
function toNotice({ id: eventId, event, data }: ParsedEnvelope, now: Date): Notice | null {
  const end = event.replace('job.', '');
  const kind = readText(data, 'kind');
  const type = `${kind}.${end}`;
  // A dry run has changed nothing, and its requester waits for the outcome.
  if (!isNoticeType(type) || data['dry_run'] === true) return null;
  const jobId = readText(data, 'job_id');
  const resource = readText(data, 'resource');
  const counts = readCounts(data['counts']);
  const error = readOptionalText(data['error'], 'message');
  const requestedBy = data['requested_by'];
  const by = { type: readOptionalText(requestedBy, 'type'), id: readOptionalText(requestedBy, 'id') };
  return {
    // The event may be consumed again.
    id: eventId.replace(/^evt_/, 'ntf_'),
    version: 1,
    type,
    message: toMessage(kind, resource, end, counts, error),
    subject: { type: kind, id: jobId },
    data: { resource, counts, error, requested_by: by },
    recipient: by.id,
    scope: kind === 'resend' ? webhookScope : getResourceScope(resource),
    // Not the time of the event, which may come late: a reader may have marked everything until then as read.
    created_at: now,
    updated_at: now,
  };
}

/** Consumes the ends of imports, exports and resends: each becomes one notice for its requester. */
export function recordJobNotices({ notices, clock }: Pick<Context, 'notices' | 'clock'>): Consumer {
  return {
    queue: 'webhook.job-notices',
    bindings: ['job.completed', 'job.failed', 'job.cancelled'],
    prefetch: 16,
    handle: async ({ payload, mode }) => {
      const envelope = parseEnvelope(payload);
      const notice = toNotice(envelope, clock());
      if (notice) await notices.addOnce({ workspaceId: envelope.workspace_id, mode }, notice);
    },
  };
}
