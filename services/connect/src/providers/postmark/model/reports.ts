import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import type { DeliveryStatus, EmailReport } from '../../../vendors/model/email-port.js';

/**
 * Name of the metadata field that contains the id of our email. Postmark returns it with every event about the email.
 */
export const emailMetadata = 'plotline_email';

const other: EmailReport = { kind: 'other' };

/** Status for each event type, and the field that contains its time (postmarkapp.com/developer/webhooks). */
const statuses: Readonly<Record<string, readonly [DeliveryStatus, string]>> = {
  Delivery: ['delivered', 'DeliveredAt'],
  Open: ['opened', 'ReceivedAt'],
  Bounce: ['bounced', 'BouncedAt'],
  SpamComplaint: ['bounced', 'BouncedAt'],
};

/** Bounces after which Postmark tries again, so the email may still arrive (…/developer/api/bounce-api). */
const temporary: ReadonlySet<unknown> = new Set(['Transient', 'DnsError', 'SoftBounce', 'AutoResponder', 'Subscribe']);

function readTime(text: unknown): Date | null {
  const time = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time);
}

function readReason({ Type: type }: JsonObject): string | null {
  return typeof type === 'string' && /^[A-Za-z]{1,50}$/.test(type) ? type : null;
}

/** Reads an event about a sent email. Returns `other` if the event isn't about our emails. */
export function readDelivery(event: JsonObject): EmailReport {
  const { RecordType: type, Metadata: metadata } = event;
  const emailId = isJsonObject(metadata) ? metadata[emailMetadata] : undefined;
  const [status, field] = (typeof type === 'string' && statuses[type]) || [];
  if (status === undefined || field === undefined || typeof emailId !== 'string') return other;
  if (type === 'Bounce' && temporary.has(event['Type'])) return other;
  const reason = status === 'bounced' ? readReason(event) : null;
  return { kind: 'delivery', emailId: emailId.slice(0, 64), status, at: readTime(event[field]), reason };
}
