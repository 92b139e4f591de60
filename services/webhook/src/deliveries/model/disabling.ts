import { type Notice, type NoticeType, webhookScope } from '../../notices/model/notice.js';
import type { Subscription } from '../../subscriptions/model/subscription.js';
import type { DeliveryChange } from './delivery.js';
import { maxAttempts } from './retry-schedule.js';

/** Maximum length of a shown response. Longer responses are cut. */
const maxExcerptLength = 500;

/** Matches signatures and secrets. Receivers that echo the request headers would otherwise reveal them. */
const secrets = /sha256=[0-9a-f]{16,}|v1,[\w+/=-]{16,}|whsec_[\w+/=-]+|pl_(?:live|test|session)_\w+|Bearer\s+\S+/gi;

/**
 * Returns the beginning of a receiver's response as one readable line without signatures. Returns null if there is no
 * text.
 */
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

/** Reason for disabling a subscription: the delivery whose fifth attempt failed. */
export type Disabling = Pick<DeliveryChange, 'after'>;

/**
 * Returns whether a failed attempt counts against the current subscription. It doesn't count if the receiver has
 * changed since the attempt, or if the subscription was switched off and on since the attempt was planned.
 */
export function concerns(
  { before, receiver }: Pick<DeliveryChange, 'before' | 'receiver'>,
  subscription: Subscription,
  currentReceiver: string,
): boolean {
  const isSameReceiver = receiver === undefined || receiver === currentReceiver;
  return isSameReceiver && before.epoch === subscription.epoch;
}

/** Describes a disabling. `host` is the host of the receiver, if it has one. */
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
 * Describes a disabling for emails. Leaves out the response to an event about a lead, because receivers may echo the
 * request, and an erasure can't change journals or emails.
 */
export function describeForMail(disabling: Disabling, host: string | null) {
  const { last_answer, ...data } = describeDisabling(disabling, host);
  const isPersonal = disabling.after.event.startsWith('lead.');
  const answer = last_answer && { ...last_answer, response_body: isPersonal ? null : last_answer.response_body };
  return { ...data, last_answer: answer };
}

/** Disabled subscription. */
interface Disabled {
  readonly type: Extract<NoticeType, `${string}.disabled`>;
  readonly subject: Notice['subject'];
  /** Name for the start of a sentence, such as `The webhook to example.com`. */
  readonly name: string;
  readonly host: string | null;
}

/** Creates the notice for the workspace. */
export function toDisabledNotice(disabled: Disabled, disabling: Disabling, id: string, at: Date): Notice {
  const { type, subject, name, host } = disabled;
  const { after } = disabling;
  const data = describeDisabling(disabling, host);
  const cause = data.last_answer?.error ?? 'The receiver did not respond.';
  return {
    id,
    version: 1,
    type,
    message: `${name} was disabled because a delivery of ${after.event} failed ${maxAttempts} times. Last failure: ${cause}`,
    subject,
    data,
    scope: webhookScope,
    recipient: null,
    created_at: at,
    updated_at: at,
    ...(after.lead_id === undefined ? {} : { lead_id: after.lead_id }),
  };
}
