import type { Filter, Records } from '@plotline/kit/mongo/records';
import type { ClientSession } from 'mongoose';
import {
  type Contact,
  type Duplicates,
  extractDigits,
  groupDuplicates,
  maxDuplicates,
  noDuplicates,
} from '../domain/duplicates.js';
import type { Lead } from '../domain/lead.js';

/** With more leads than these for many contacts, each contact is looked up alone. */
const maxLeads = 1_000;

function createFinder(records: Records<Lead>, limit: number, session: ClientSession | undefined) {
  const projection = { _id: 1, external_id: 1, email: 1, phone: 1 } as const;
  const options = { sort: { _id: 1 }, limit, projection, ...(session ? { session } : {}) } as const;
  return (filter: Filter, hint: string) => records.find(filter, { ...options, hint });
}

async function findDuplicatesOfOne(
  records: Records<Lead>,
  contact: Contact,
  session: ClientSession | undefined,
): Promise<Duplicates> {
  const find = createFinder(records, maxDuplicates, session);
  const digits = extractDigits(contact.phone);
  const sameEmail = await find({ email: contact.email }, 'email');
  const samePhone = digits === '' ? [] : await find({ 'derived.phone': digits }, 'phone');
  const { external_id } = contact;
  const sameExternalId = external_id === undefined ? [] : await find({ external_id }, 'external_id');
  return groupDuplicates([...sameExternalId, ...sameEmail, ...samePhone], [contact])[0] ?? noDuplicates;
}

/** The leads with the external id, email or phone of each contact, in their order: one query for each kind of key. */
export async function findDuplicates(
  records: Records<Lead>,
  contacts: readonly Contact[],
  session?: ClientSession,
): Promise<Duplicates[]> {
  const [only, ...others] = contacts;
  if (only && others.length === 0) return [await findDuplicatesOfOne(records, only, session)];
  const find = createFinder(records, maxLeads, session);
  const emails = [...new Set(contacts.map(({ email }) => email))];
  const phones = [...new Set(contacts.map(({ phone }) => extractDigits(phone)))].filter((digits) => digits !== '');
  const externalIds = [...new Set(contacts.flatMap(({ external_id }) => external_id ?? []))];
  const queries = [
    { values: externalIds, field: 'external_id', hint: 'external_id' },
    { values: emails, field: 'email', hint: 'email' },
    { values: phones, field: 'derived.phone', hint: 'phone' },
  ];
  const present = queries.filter(({ values }) => values.length > 0);
  const search = ({ values, field, hint }: (typeof queries)[number]) => find({ [field]: { $in: values } }, hint);
  const found: Lead[][] = [];
  if (session) for (const query of present) found.push(await search(query));
  else found.push(...(await Promise.all(present.map(search))));
  if (found.every(({ length }) => length < maxLeads)) return groupDuplicates(found.flat(), contacts);
  const duplicates: Duplicates[] = [];
  for (const contact of contacts) duplicates.push(await findDuplicatesOfOne(records, contact, session));
  return duplicates;
}

/** Where a contact key is stored. */
const places = {
  external_id: { field: 'external_id', hint: 'external_id' },
  email: { field: 'email', hint: 'email' },
  phone: { field: 'derived.phone', hint: 'phone' },
} as const;

/**
 * The leads that have one of the contact keys. Where more than a thousand have keys of a kind, two for each key: the oldest, and
 * another one that tells that there are more.
 */
export async function findLeadsByKeys(
  records: Records<Lead>,
  keys: readonly string[],
  session?: ClientSession,
): Promise<Lead[]> {
  const found: Lead[] = [];
  for (const [kind, { field, hint }] of Object.entries(places)) {
    const values = keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1));
    if (values.length === 0) continue;
    const find = (value: unknown, limit: number) =>
      records.find({ [field]: value }, { hint, limit, sort: { _id: 1 }, ...(session && { session }) });
    const some = await find({ $in: values }, maxLeads);
    if (some.length < maxLeads) found.push(...some);
    else for (const value of values) found.push(...(await find(value, 2)));
  }
  return found;
}
