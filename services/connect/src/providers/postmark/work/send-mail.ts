import { isJsonObject } from '@plotline/kit/core/json-object';
import type { EmailPort, MailAddress, OutboundMail } from '../../../vendors/model/email-port.js';
import type { FieldValues } from '../../../vendors/model/field-values.js';
import { VendorFailure } from '../../../vendors/model/vendor-failure.js';
import type { VendorRequest } from '../../../vendors/model/vendor-request.js';
import { apiUrl } from '../model/dialect.js';
import { emailMetadata } from '../model/reports.js';

/** Returns the headers of every request. */
export function toPostmarkHeaders({ server_token: token = '' }: FieldValues): Record<string, string> {
  return { accept: 'application/json', 'content-type': 'application/json', 'x-postmark-server-token': token };
}

/** Formats an address as RFC 5322 requires, so that no character in a name can start a second address. */
function formatAddress({ name, address }: MailAddress): string {
  const quoted = name.replaceAll(/["\\\r\n]/g, ' ').trim();
  return quoted === '' ? address : `"${quoted}" <${address}>`;
}

/** Returns the body for postmarkapp.com/developer/api/email-api#send-a-single-email. */
function toBody(mail: OutboundMail, stream: string) {
  return {
    From: formatAddress(mail.from),
    To: formatAddress(mail.to),
    ...(mail.replyTo !== null && { ReplyTo: mail.replyTo }),
    Subject: mail.subject,
    TextBody: mail.text,
    ...(mail.html !== null && { HtmlBody: mail.html }),
    MessageStream: stream,
    TrackOpens: mail.html !== null,
    Metadata: { [emailMetadata]: mail.id },
    // Without the second header, Postmark replaces the Message-ID.
    Headers: [
      { Name: 'Message-ID', Value: `<${mail.messageId}>` },
      { Name: 'X-PM-KeepID', Value: 'true' },
    ],
  };
}

/** Messages that help people, by error code (postmarkapp.com/developer/api/overview#error-codes). */
const refusals: ReadonlyMap<number, string> = new Map([
  [300, 'Postmark refused the mail, because an address is not valid.'],
  [400, 'Postmark does not know the sender. Add it to the sender signatures at Postmark, and confirm it.'],
  [401, 'The sender is not confirmed yet. Confirm it at Postmark.'],
  [405, 'The account at Postmark may send no more mails. Check its billing.'],
  [406, 'Postmark sends nothing to this address, because a mail to it bounced or was reported as spam.'],
  [412, 'The account at Postmark is not approved yet, so it only sends to your own domain.'],
]);

function readErrorCode(excerpt: string | null): number {
  const shown: unknown = JSON.parse(excerpt ?? 'null');
  return isJsonObject(shown) && typeof shown['ErrorCode'] === 'number' ? shown['ErrorCode'] : 0;
}

/**
 * Adds a helpful message to a refusal. After a server error other than 503, the server may have accepted the email.
 * Without a status, the server was not reached.
 */
function explain(failure: VendorFailure): VendorFailure {
  const { code, message, ...facts } = failure;
  if (code === 'request_refused') {
    return new VendorFailure(code, refusals.get(readErrorCode(failure.excerpt)) ?? failure.message, facts);
  }
  const isFailure = code === 'vendor_unavailable' && failure.status !== null && failure.status !== 503;
  const isUnknown = code === 'answer_unreadable' || isFailure;
  return isUnknown ? new VendorFailure('outcome_unknown', failure.message, facts) : failure;
}

/** Sends an email. A sandbox server accepts emails and delivers none. */
export const sendMail: EmailPort['send'] = async (send, { settings, credentials }, mail) => {
  const request: VendorRequest = {
    purpose: 'send email',
    method: 'POST',
    url: `${apiUrl}/email`,
    headers: toPostmarkHeaders(credentials),
    body: JSON.stringify(toBody(mail, settings['message_stream'] ?? 'outbound')),
    excerpt: JSON.stringify({ email: mail.id }),
    subject: mail.record,
  };
  await send(request).catch((error: unknown) => {
    throw error instanceof VendorFailure ? explain(error) : error;
  });
};

/** Looks for an email by its metadata (postmarkapp.com/developer/api/messages-api#outbound-message-search). */
export const hasTaken: NonNullable<EmailPort['hasTaken']> = async (send, { credentials }, { id, record }) => {
  const { body } = await send({
    purpose: 'find email',
    method: 'GET',
    url: `${apiUrl}/messages/outbound?count=1&offset=0&metadata_${emailMetadata}=${encodeURIComponent(id)}`,
    headers: toPostmarkHeaders(credentials),
    body: null,
    excerpt: JSON.stringify({ email: id }),
    subject: record,
  });
  if (!isJsonObject(body) || typeof body['TotalCount'] !== 'number') {
    throw new VendorFailure('answer_unreadable', 'Postmark sent a search without a count.');
  }
  return body['TotalCount'] > 0;
};
