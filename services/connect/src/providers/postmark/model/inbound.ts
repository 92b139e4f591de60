import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import type { InboundMail, MailAddress } from '../../../vendors/model/email-port.js';
import { cutText, mailLimits } from '../../../vendors/model/mail-limits.js';

const maxHeaders = 500;

const readText = (object: JsonObject, field: string) => {
  const value = object[field];
  return typeof value === 'string' ? value : '';
};

function readHeader({ Headers: headers }: JsonObject, name: string): string {
  if (!Array.isArray(headers)) return '';
  const found = headers
    .slice(0, maxHeaders)
    .filter(isJsonObject)
    .find((header) => readText(header, 'Name').toLowerCase() === name);
  return found ? readText(found, 'Value') : '';
}

/** Returns the sender's Message-ID. Returns Postmark's id of the email if the sender gave none. */
export function readMessageId(mail: JsonObject): string {
  const given = readHeader(mail, 'message-id').trim();
  return given === '' ? readText(mail, 'MessageID') : given;
}

function toAddress(name: string, address: string): MailAddress {
  return { name: cutText(name, mailLimits.name), address: address.trim().toLowerCase().slice(0, mailLimits.address) };
}

/** Returns the only address of a header such as `"Noor" <noor@example.com>`; null for several or none. */
function readReplyTo(header: string): MailAddress | null {
  const text = header.slice(0, 1_000).trim();
  const start = text.lastIndexOf('<');
  const address = start < 0 ? text : text.slice(start + 1).replace('>', '');
  const name = start < 0 ? '' : text.slice(0, start).replaceAll('"', '');
  const isOne = address.split('@').length === 2 && !address.includes(',') && !address.includes(' ');
  return isOne ? toAddress(name, address) : null;
}

/**
 * Reads an email (postmarkapp.com/developer/webhooks/inbound-webhook). `toText` converts HTML if the email has no plain
 * text. Returns null if the email has no sender.
 */
export function readInbound(body: JsonObject, toText: (html: string) => string): InboundMail | null {
  const { FromFull: from } = body;
  const address = isJsonObject(from) ? readText(from, 'Email') : '';
  if (!isJsonObject(from) || address === '') return null;
  const text = readText(body, 'TextBody');
  return {
    from: toAddress(readText(from, 'Name'), address),
    replyTo: readReplyTo(readText(body, 'ReplyTo')),
    subject: cutText(readText(body, 'Subject'), mailLimits.subject),
    text: cutText(text.trim() === '' ? toText(readText(body, 'HtmlBody')) : text, mailLimits.text),
  };
}
