import type { Filter, Records } from '@plotline/kit/mongo/collection';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../domain/lead.js';
import { digitsOf } from '../domain/phone-digits.js';

/** More than so many are not told of. */
const most = 100;
/** More than so many are not read at once for many contacts: then each is asked for alone. */
const mostAtOnce = 1_000;

export type Contact = Pick<Lead, 'email' | 'phone'>;
type Holder = Contact & Pick<Lead, 'id'>;

/** Those who have the email or phone of a lead. */
export interface Duplicates {
  /** Their ids, oldest first. */
  readonly ids: readonly string[];
  /** The id of the oldest who has it, by each contact key that somebody has. */
  readonly oldest: ReadonlyMap<string, string>;
}

export const noDuplicates: Duplicates = { ids: [], oldest: new Map() };

/** What tells duplicates: the email, and the digits of the phone. Leads that have one of them in common are duplicates. */
export function contactKeys({ email, phone }: Contact): string[] {
  const digits = digitsOf(phone);
  return [`email:${email}`, ...(digits === '' ? [] : [`phone:${digits}`])];
}

/** For each contact, in their order, which of the leads share it. */
function duplicatesAmong(leads: readonly Holder[], contacts: readonly Contact[]): Duplicates[] {
  const holders = new Map<string, string[]>();
  const each = new Map(leads.map((lead) => [lead.id, lead]));
  // Ids are in the order of their time.
  for (const [id, lead] of [...each].sort(([one], [other]) => (one < other ? -1 : 1))) {
    for (const key of contactKeys(lead)) {
      const those = holders.get(key);
      if (those) those.push(id);
      else holders.set(key, [id]);
    }
  }
  return contacts.map((contact) => {
    const found = contactKeys(contact).map((key) => [key, holders.get(key) ?? []] as const);
    const ids = [...new Set(found.flatMap(([, those]) => those))].sort().slice(0, most);
    const oldest = found.flatMap(([key, [first]]) => (first === undefined ? [] : [[key, first] as const]));
    return { ids, oldest: new Map(oldest) };
  });
}

function finder(records: Records<Lead>, limit: number, session: ClientSession | undefined) {
  const projection = { _id: 1, email: 1, phone: 1 } as const;
  const options = { sort: { _id: 1 }, limit, projection, ...(session ? { session } : {}) } as const;
  return (filter: Filter, hint: string) => records.find(filter, { ...options, hint });
}

/** Who has the lead's email or phone. Phones are compared by their digits. */
async function findDuplicates(
  records: Records<Lead>,
  contact: Contact,
  session: ClientSession | undefined,
): Promise<Duplicates> {
  const find = finder(records, most, session);
  const digits = digitsOf(contact.phone);
  const sameEmail = await find({ email: contact.email }, 'email');
  const samePhone = digits === '' ? [] : await find({ 'derived.phone': digits }, 'phone');
  return duplicatesAmong([...sameEmail, ...samePhone], [contact])[0] ?? noDuplicates;
}

/** The same for many leads, in their order: with one question for all emails and one for all phones. */
export async function findDuplicatesOfEach(
  records: Records<Lead>,
  contacts: readonly Contact[],
  session?: ClientSession,
): Promise<Duplicates[]> {
  const [only, ...others] = contacts;
  if (only && others.length === 0) return [await findDuplicates(records, only, session)];
  const find = finder(records, mostAtOnce, session);
  const emails = [...new Set(contacts.map(({ email }) => email))];
  const phones = [...new Set(contacts.map(({ phone }) => digitsOf(phone)))].filter((digits) => digits !== '');
  const found = [
    emails.length === 0 ? [] : await find({ email: { $in: emails } }, 'email'),
    phones.length === 0 ? [] : await find({ 'derived.phone': { $in: phones } }, 'phone'),
  ];
  if (found.every(({ length }) => length < mostAtOnce)) return duplicatesAmong(found.flat(), contacts);
  const each: Duplicates[] = [];
  for (const contact of contacts) each.push(await findDuplicates(records, contact, session));
  return each;
}
