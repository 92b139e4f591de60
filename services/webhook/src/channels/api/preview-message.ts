import { ok } from '@plotline/kit/core/answer';
import { invalid } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import { findTemplateFault, renderMessage } from '../model/chat-message.js';
import { findScheduleFaults, type ScheduleRequest, toSchedule } from '../model/digest-schedule.js';
import { createSampleDigest, renderDigest } from '../model/digest-text.js';
import { createSampleEvent } from '../model/event-samples.js';
import type { ChatKind } from '../model/integration.js';

interface ChatPreview {
  readonly kind: ChatKind;
  readonly template: string | null;
  readonly event?: string;
}

interface DigestPreview {
  readonly kind: 'mail_digest';
  readonly name?: string;
  readonly events?: readonly string[];
  readonly schedule?: ScheduleRequest | null;
}

function previewChat({ kind, template, event }: ChatPreview) {
  if (event === undefined) throw invalid({ field: 'event', message: 'is required' });
  const fault = template === null ? null : findTemplateFault(template, [event]);
  if (fault !== null) throw invalid({ field: 'template', message: fault });
  const sample = createSampleEvent(event);
  return { text: renderMessage(kind, template, sample), data: sample.data };
}

function previewDigest({ name = 'Digest', events, schedule: given }: DigestPreview, now: Date, timeZone: string) {
  if (!events) throw invalid({ field: 'events', message: 'is required' });
  const schedule = given ? toSchedule(given, timeZone) : null;
  const faults = schedule ? findScheduleFaults(schedule) : [];
  if (faults.length > 0) throw invalid(...faults);
  const digest = { name, schedule: schedule ?? { time_zone: timeZone } };
  const { subject, paragraphs } = renderDigest(digest, createSampleDigest(events, now));
  return { text: [subject, ...paragraphs].join('\n\n'), data: null };
}

/** POST /v1/integrations/preview. Sends and stores nothing. */
export function previewMessage({ clock }: Pick<Context, 'clock'>): Handler<ChatPreview | DigestPreview> {
  return async ({ body, caller }) =>
    ok(body.kind === 'mail_digest' ? previewDigest(body, clock(), caller.timeZone) : previewChat(body));
}
