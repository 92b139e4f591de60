import { type EmailAddress, type ParsedMail, simpleParser } from 'mailparser';
import type { InboundMail, MailAddress } from '../../../vendors/model/email-port.js';
import { cutText, mailLimits } from '../../../vendors/model/mail-limits.js';
import { htmlToText } from '../../../vendors/work/html-to-text.js';

/** Limits of an email besides the 1 MiB of the request, so that deep nesting or long headers don't take long. */
const limits = { maxHeadSize: 65_536, maxChildNodes: 100 } as const;

/** Parses raw MIME. Leaves out attachments and embedded messages. Rejects if the email exceeds the limits. */
export function parseMime(raw: Buffer): Promise<ParsedMail> {
  return simpleParser(raw, {
    ...limits,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    keepCidLinks: true,
    ignoreEmbedded: true,
    checksumAlgo: false,
  });
}

function toAddress(found: EmailAddress | undefined): MailAddress | null {
  if (!found?.address) return null;
  const address = found.address.toLowerCase().slice(0, mailLimits.address);
  return { name: cutText(found.name, mailLimits.name), address };
}

/** Reads a parsed email. Returns null if it has no sender. */
export function toInbound(mail: ParsedMail): InboundMail | null {
  const from = toAddress(mail.from?.value[0]);
  if (!from) return null;
  const replies = mail.replyTo?.value ?? [];
  const text = mail.text?.trim() ? mail.text : htmlToText(mail.html || '');
  return {
    from,
    replyTo: replies.length === 1 ? toAddress(replies[0]) : null,
    subject: cutText(mail.subject ?? '', mailLimits.subject),
    text: cutText(text, mailLimits.text),
  };
}
