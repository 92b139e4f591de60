import type { InboundMail, MailAddress } from '../../vendors/model/email-port.js';
import { isMailAddress } from '../../vendors/model/sender.js';
import { readLabelledFields } from './labelled-fields.js';
import { findPortal, type Portal } from './portals.js';

/** Person who is interested in a listing, read from an email. */
export interface Inquiry {
  readonly portal: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly message: string;
  /** Texts that may refer to the listing, the likeliest first. */
  readonly listings: readonly string[];
}

const limits = { name: 200, phone: 50, message: 10_000, reference: 100 } as const;
const mailWord = /[^\s<>()[\],;:"]{1,64}@[a-z0-9.-]{1,190}/i;
const phoneForm = /^[+(]?[\d\s().+-]{5,49}$/;

/** Returns the first address in a text, such as `noor@example.com <mailto:noor@example.com>`. */
function findAddress(text: string): string | null {
  // A dot at the end belongs to the sentence, not to the address.
  const found = mailWord.exec(text.slice(0, 500))?.[0].replace(/\.$/, '').toLowerCase();
  return found !== undefined && isMailAddress(found) ? found : null;
}

/** Returns the person's email address: the labelled one, or the reply-to address. */
function chooseAddress(labelled: string | undefined, replyTo: MailAddress | null, portal: Portal | undefined) {
  const named = labelled === undefined ? null : findAddress(labelled);
  if (named !== null) return named;
  // A reply to a portal's own address would not reach the person.
  return replyTo && portal && !findPortal(replyTo.address) ? findAddress(replyTo.address) : null;
}

/** Returns the words of a subject that follow `ref`, and those in brackets. */
function findReferences(subject: string, portal: Portal | undefined): string[] {
  const words = subject.slice(0, 300).split(/[\s()[\],#]+/);
  const isMark = (word: string | undefined) => portal?.subjectMarks.some((mark) => word?.toLowerCase() === mark);
  return words.filter((word, place) => word !== '' && isMark(words[place - 1])).slice(0, 5);
}

function cleanReference(text: string): string {
  return text.slice(0, limits.reference).trim();
}

/** Returns the person's name. Without a known name, returns the part of the address before the `@`. */
function chooseName(labelled: string | undefined, replyTo: MailAddress | null, email: string): string {
  const name = [labelled, replyTo?.name].find((one) => one !== undefined && one.trim() !== '' && !one.includes('@'));
  return (name ?? email.slice(0, email.indexOf('@'))).replaceAll(/\s+/g, ' ').trim().slice(0, limits.name);
}

/**
 * Reads an inquiry from a portal's email, or from any email with labelled fields. Returns null if the email has no
 * address of a person.
 */
export function readInquiry({ from, replyTo, subject, text }: InboundMail): Inquiry | null {
  const portal = findPortal(from.address);
  const fields = readLabelledFields(text);
  const email = chooseAddress(fields.email, replyTo, portal);
  if (email === null) return null;
  // Other emails must contain a labelled name. Otherwise every signature would count as an inquiry.
  if (!portal && fields.name === undefined) return null;
  const phone = fields.phone?.trim() ?? '';
  const references = [
    ...(fields.reference === undefined ? [] : [fields.reference]),
    ...findReferences(subject, portal),
  ];
  return {
    portal: portal?.name ?? from.address,
    name: chooseName(fields.name, replyTo, email),
    email,
    phone: phoneForm.test(phone) ? phone : '',
    message: (fields.message ?? '').slice(0, limits.message),
    listings: [...new Set(references.map(cleanReference))].filter((one) => one !== '').slice(0, 10),
  };
}
