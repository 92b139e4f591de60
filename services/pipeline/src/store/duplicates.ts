import type { Filter, Records } from '@plotline/kit/mongo/collection';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../domain/lead.js';
import { digitsOf } from './search-index.js';

/** More than so many are not told of. */
const most = 100;
/** More than so many are not read at once for many contacts: then each is asked for alone. */
const mostAtOnce = 1_000;

export type Contact = Pick<Lead, 'email' | 'phone'>;

/** What tells duplicates: the email, and the digits of the phone. Leads that have one of them in common are duplicates. */
export function contactKeys({ email, phone }: Contact): string[] {
  const digits = digitsOf(phone);
  return [`email:${email}`, ...(digits === '' ? [] : [`phone:${digits}`])];
}

function finder(records: Records<Lead>, limit: number, session: ClientSession | undefined) {
  const projection = { _id: 1, email: 1, phone: 1 } as const;
  const options = { sort: { _id: 1 }, limit, projection, ...(session ? { session } : {}) } as const;
  return (filter: Filter, hint: string) => records.find(filter, { ...options, hint });
}

/** Ids of the leads that have the lead's email or phone, oldest first. Phones are compared by their digits. */
async function findDuplicates(
  records: Records<Lead>,
  { email, phone }: Contact,
  session?: ClientSession,
): Promise<string[]> {
  const find = finder(records, most, session);
  const digits = digitsOf(phone);
  const found = [await find({ email }, 'email'), digits === '' ? [] : await find({ 'index.phone': digits }, 'phone')];
  const ids = found.flat().map(({ id }) => id);
  return [...new Set(ids)].sort().slice(0, most);
}

/** The same for many leads, in their order: with one question for all emails and one for all phones. */
export async function findDuplicatesOfEach(
  records: Records<Lead>,
  contacts: readonly Contact[],
  session?: ClientSession,
): Promise<string[][]> {
  const [only, ...others] = contacts;
  if (only && others.length === 0) return [await findDuplicates(records, only, session)];
  const find = finder(records, mostAtOnce, session);
  const emails = [...new Set(contacts.map(({ email }) => email))];
  const phones = [...new Set(contacts.map(({ phone }) => digitsOf(phone)))].filter((digits) => digits !== '');
  const found = [
    emails.length === 0 ? [] : await find({ email: { $in: emails } }, 'email'),
    phones.length === 0 ? [] : await find({ 'index.phone': { $in: phones } }, 'phone'),
  ];
  if (found.some(({ length }) => length === mostAtOnce)) {
    const each: string[][] = [];
    for (const contact of contacts) each.push(await findDuplicates(records, contact, session));
    return each;
  }
  const holders = new Map<string, string[]>();
  for (const lead of found.flat()) {
    for (const key of contactKeys(lead)) holders.set(key, [...(holders.get(key) ?? []), lead.id]);
  }
  return contacts.map((contact) => {
    const ids = contactKeys(contact).flatMap((key) => holders.get(key) ?? []);
    return [...new Set(ids)].sort().slice(0, most);
  });
}
