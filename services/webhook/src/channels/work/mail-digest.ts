import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Clock } from '@plotline/kit/core/time';
import { attemptTimeoutMs, type Outcome } from '../../deliveries/model/attempt.js';
import type { AttemptDelivery, AttemptedEvent } from '../../deliveries/model/attempt-delivery.js';
import type { Delivery } from '../../deliveries/model/delivery.js';
import type { PayloadMemory } from '../../deliveries/store/payload-memory.js';
import type { LogRange } from '../../events/model/log-range.js';
import { parsePayload } from '../../events/model/payload.js';
import type { EventContent } from '../../events/model/recorded-event.js';
import type { RecordedEvents } from '../../events/store/events.js';
import type { DigestMailer } from '../../peers/auth.js';
import { digestEvent, readPeriod, toLogRange } from '../model/digest-period.js';
import {
  createSampleDigest,
  type DigestText,
  maxShown,
  renderDigest,
  type ShownEvent,
  toShownEvent,
} from '../model/digest-text.js';
import type { MailDigest } from '../model/mail-digest.js';

interface MailDigestOptions {
  readonly events: Pick<RecordedEvents, 'countInLog' | 'findLatestIds' | 'getReadAhead' | 'get'>;
  readonly publicEvents: readonly string[];
  readonly payloadMemory: PayloadMemory;
  readonly mailer: DigestMailer;
  readonly clock: Clock;
}

/**
 * Returns the id of a digest's emails, which is the same for all attempts. A digest that is resent after it was emailed
 * gets a new id.
 */
function toMailingId({ event_id, status, attempts }: Pick<Delivery, 'event_id' | 'status' | 'attempts'>): string {
  const last = attempts.at(-1);
  return status === 'delivered' && last ? `${event_id}:${last.timestamp.getTime()}` : event_id;
}

/**
 * Creates the function that delivers digests by email. The auth service sends the emails, because it knows the agents'
 * addresses. In the sandbox, no emails are sent.
 */
export function createMailDigest({
  events,
  publicEvents,
  payloadMemory,
  mailer,
  clock,
}: MailDigestOptions): AttemptDelivery<MailDigest> {
  /**
   * Reads the latest events of the range. Only one large payload is in memory at a time, and it counts towards the
   * workspace's share.
   */
  const readLatest = async (tenant: Tenant, range: LogRange): Promise<readonly ShownEvent[]> => {
    const ids = await events.findLatestIds(tenant, range, maxShown);
    const readAhead = await events.getReadAhead(tenant, ids);
    const show = async (content: EventContent | null) => content && toShownEvent(parsePayload(content.payload));
    const latest: ShownEvent[] = [];
    for (const id of ids) {
      const known = readAhead.get(id);
      const read = () => events.get(tenant, id);
      const shown = await (known ? show(known) : payloadMemory.use(tenant.workspaceId, read, show));
      if (shown) latest.push(shown);
    }
    return latest;
  };

  /** Writes the digest from the current log of the period, because the log no longer has the data of erased leads. */
  const write = async (tenant: Tenant, digest: MailDigest, payload: string): Promise<DigestText> => {
    const { event, data } = parsePayload(payload);
    if (event !== digestEvent) return renderDigest(digest, createSampleDigest(digest.events, clock()));
    const period = readPeriod(data);
    const { isCut, ...range } = toLogRange(period, publicEvents);
    const [counts, latest] = await Promise.all([events.countInLog(tenant, range), readLatest(tenant, range)]);
    return renderDigest(digest, { ...period, counts, isCut, latest });
  };

  /** Sends the email. Returns the reason for a failure, or the number of recipients. */
  const mail = async (digest: MailDigest, { tenant, delivery, traceparent }: AttemptedEvent, text: DigestText) => {
    if (tenant.mode === 'sandbox') return { error: null, response_body: 'Nobody gets emails in the sandbox.' };
    const mailingId = toMailingId(delivery);
    const caller = createSystemCaller(tenant, 'mail digest', mailingId, { budgetMs: attemptTimeoutMs, traceparent });
    try {
      const count = await mailer.mail(caller, mailingId, digest.recipients, text);
      if (count > 0) return { error: null, response_body: `Mailed to ${count} ${count === 1 ? 'agent' : 'agents'}.` };
      return { error: 'None of the recipients is an active agent with an account.', response_body: null };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { error: `The email was not accepted: ${error.message}`, response_body: null };
    }
  };

  return async (digest, event): Promise<Outcome> => {
    const timestamp = clock();
    const started = performance.now();
    const text = await write(event.tenant, digest, event.payload);
    const result = await mail(digest, event, text);
    const duration_ms = Math.round(performance.now() - started);
    const attempt = { timestamp, response_code: null, duration_ms, ...result };
    return { attempt, endedAt: clock(), retryAfterMs: 0, gone: false };
  };
}
