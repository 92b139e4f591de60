import type { DeliveryChange } from './delivery.js';
import { type Notice, type NoticeType, webhookScope } from './notice.js';
import { maxAttempts } from './retry-schedule.js';
import type { Subscription } from './subscription.js';

/** Longer answers are cut. */
const maxExcerptLength = 500;

/** Signatures and secrets: receivers that answer with the headers of the request would have them told. */
const secrets = /sha256=[0-9a-f]{16,}|v1,[\w+/=-]{16,}|whsec_[\w+/=-]+|pl_(?:live|test|session)_\w+|Bearer\s+\S+/gi;

/** The beginning of what a receiver answered, to be shown to people: one line without signatures, null without a text. */
function toAnswerExcerpt(body: string | null): string | null {
  if (body === null) return null;
  const text = body
    .replaceAll(secrets, '[removed]')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\s]+/gu, ' ')
    .trim();
  if (text === '') return null;
  const characters = [...text];
  return characters.length > maxExcerptLength ? `${characters.slice(0, maxExcerptLength).join('')}…` : text;
}

/** Why a subscription was disabled: the delivery whose fifth attempt failed. */
export type Disabling = Pick<DeliveryChange, 'after'>;

/**
 * Whether a failed attempt says something about the subscription as it is now: with the receiver that was attempted, and not switched off
 * and on since the attempt was planned.
 */
export function concerns(
  { before, receiver }: Pick<DeliveryChange, 'before' | 'receiver'>,
  subscription: Subscription,
  currentReceiver: string,
): boolean {
  const isSameReceiver = receiver === undefined || receiver === currentReceiver;
  return isSameReceiver && before.epoch === subscription.epoch;
}

/** What is told of a disabling; `host` is the receiver's, if it has one. */
function describeDisabling({ after }: Disabling, host: string | null) {
  const last = after.attempts.at(-1);
  const answer = last && {
    timestamp: last.timestamp,
    response_code: last.response_code,
    duration_ms: last.duration_ms,
    error: last.error,
    response_body: toAnswerExcerpt(last.response_body),
  };
  return {
    reason: 'attempts_exhausted',
    attempts: maxAttempts,
    host,
    delivery_id: after.id,
    event_id: after.event_id,
    event: after.event,
    last_answer: answer ?? null,
  };
}

/**
 * What mails tell of it. What was answered to an event about a lead is left out: receivers may echo what they were sent, and neither
 * the journal nor a mail is reached by an erasure.
 */
export function describeForMail(disabling: Disabling, host: string | null) {
  const { last_answer, ...data } = describeDisabling(disabling, host);
  const isPersonal = disabling.after.event.startsWith('lead.');
  const answer = last_answer && { ...last_answer, response_body: isPersonal ? null : last_answer.response_body };
  return { ...data, last_answer: answer };
}

/** What was disabled. */
interface Disabled {
  readonly type: Extract<NoticeType, `${string}.disabled`>;
  readonly subject: Notice['subject'];
  /** As the sentence begins, such as `The webhook to example.com`. */
  readonly name: string;
  readonly host: string | null;
}

/** The notice of the workspace. */
export function toDisabledNotice(disabled: Disabled, disabling: Disabling, id: string, at: Date): Notice {
  const { type, subject, name, host } = disabled;
  const { after } = disabling;
  const data = describeDisabling(disabling, host);
  const cause = data.last_answer?.error ?? 'It was not answered.';
  return {
    id,
    version: 1,
    type,
    message: `${name} was disabled, as a delivery of ${after.event} failed ${maxAttempts} times. The last time: ${cause}`,
    subject,
    data,
    scope: webhookScope,
    recipient: null,
    created_at: at,
    updated_at: at,
    ...(after.lead_id === undefined ? {} : { lead_id: after.lead_id }),
  };
}
