import type { Consumer } from '@plotline/kit/broker/consume';
import { type ParsedEnvelope, parseEnvelope, readOptionalText, readText } from '@plotline/kit/broker/message';
import type { Mode } from '@plotline/kit/core/caller';
import { isJsonObject } from '@plotline/kit/core/json-object';
import type { Context } from '../../context.js';
import { dueMail, getResourceScope, type Notice, type NoticeType, noticeTypes, webhookScope } from '../model/notice.js';

function isNoticeType(type: string): type is NoticeType {
  return noticeTypes.some((known) => known === type);
}

/** Returns those counts that are numbers. */
function readCounts(value: unknown): Readonly<Record<string, number>> {
  const counts = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(counts.flatMap(([name, count]) => (typeof count === 'number' ? [[name, count]] : [])));
}

const endings: Readonly<Record<string, string>> = {
  completed: 'is completed',
  failed: 'has failed',
  cancelled: 'was cancelled',
};

function nameJob(kind: string, resource: string): string {
  if (kind === 'resend') return "The resend of a webhook's deliveries";
  return kind === 'undo' ? `The undo of the import of ${resource}` : `The ${kind} of ${resource}`;
}

/** Combines the reasons why records remained after the undo of an import into one count. */
function summarize(kind: string, counts: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  if (kind !== 'undo') return counts;
  const { removed = 0, deleted = 0, ...kept } = counts;
  return { removed, kept: Object.values(kept).reduce((sum, count) => sum + count, 0), 'already deleted': deleted };
}

function toMessage(
  kind: string,
  resource: string,
  end: string,
  counts: Readonly<Record<string, number>>,
  error: string | null,
): string {
  const what = nameJob(kind, resource);
  const numbers = Object.entries(summarize(kind, counts))
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}`);
  const summary = numbers.length > 0 ? `: ${numbers.join(', ')}` : '';
  return `${what} ${endings[end]}${summary}.${error === null ? '' : ` ${error}`}`;
}

/**
 * Creates the notice about the end of a job, or returns null if there is none. Only notices to people about live data
 * are emailed.
 */
function toNotice({ id: eventId, event, data }: ParsedEnvelope, mode: Mode, now: Date): Notice | null {
  const end = event.replace('job.', '');
  const kind = readText(data, 'kind');
  const type = `${kind}.${end}`;
  // A dry run needs no notice, because it changes nothing and its requester waits for the outcome.
  if (!isNoticeType(type) || data['dry_run'] === true) return null;
  const jobId = readText(data, 'job_id');
  const resource = readText(data, 'resource');
  // The undo of an import is shown with the import.
  const about = readOptionalText(data, 'about');
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
    subject: about === null ? { type: kind, id: jobId } : { type: 'import', id: about },
    data: { resource, counts, error, requested_by: by },
    recipient: by.id,
    scope: kind === 'resend' ? webhookScope : getResourceScope(resource),
    // Uses the current time. The event may come late, and the reader may already have marked notices up to the event's
    // time as read.
    created_at: now,
    updated_at: now,
    ...(mode === 'live' && by.type === 'user' && { mail: dueMail }),
  };
}

/**
 * Consumes the end events of imports, undos of imports, exports and resends. Each event becomes one notice for the
 * requester.
 */
export function recordJobNotices({ noticeWriter, clock }: Pick<Context, 'noticeWriter' | 'clock'>): Consumer {
  return {
    queue: 'webhook.job-notices',
    bindings: ['job.completed', 'job.failed', 'job.cancelled'],
    prefetch: 16,
    handle: async ({ payload, mode }) => {
      const envelope = parseEnvelope(payload);
      const now = clock();
      const notice = toNotice(envelope, mode, now);
      if (notice) await noticeWriter.add({ workspaceId: envelope.workspace_id, mode }, notice, now);
    },
  };
}
