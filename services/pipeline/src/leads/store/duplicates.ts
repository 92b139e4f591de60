import type { HintedFilter, Records } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { type Contact, type Duplicates, getPhoneDigits, groupDuplicates, maxDuplicates } from '../model/duplicates.js';
import type { Lead } from '../model/lead.js';
import { dropUnknownMerges } from '../model/merged-lead.js';

/**
 * Maximum number of leads that one query for all contacts may match. If there are more, each contact is looked up
 * separately.
 */
const maxLeads = 1_000;

const projection = { _id: 1, external_id: 1, email: 1, phone: 1, phone_country: 1, merged_leads: 1 } as const;

/** Fields that contain each kind of contact key. A merged lead's external id finds the survivor. */
const places = {
  external_id: [
    { field: 'external_id', hint: 'external_id' },
    { field: 'merged_leads.external_id', hint: 'merged_external_id' },
  ],
  email: [{ field: 'email', hint: 'email' }],
  phone: [{ field: 'derived.phone', hint: 'phone' }],
} as const;

/** Time of the lookup. It is needed because merges expire. */
export interface LookupTime {
  readonly now: Date;
  readonly session?: ClientSession | undefined;
}

/**
 * Creates the queries for leads with the external id, email or phone of one of the contacts. There is one query for
 * each field, and the query for emails is first.
 */
function toQueries(contacts: readonly Contact[]): HintedFilter[] {
  const emails = contacts.map(({ email }) => email);
  const phones = contacts.flatMap((contact) => getPhoneDigits(contact) ?? []);
  const externalIds = contacts.flatMap(({ external_id }) => external_id ?? []);
  const keys = [
    [places.email, emails],
    [places.phone, phones],
    [places.external_id, externalIds],
  ] as const;
  return keys.flatMap(([fields, values]) =>
    values.length === 0
      ? []
      : fields.map(({ field, hint }) => ({ filter: { [field]: { $in: [...new Set(values)] } }, hint })),
  );
}

/** Finds the leads with the external id, email or phone of each contact, in the order of the contacts. */
export async function findDuplicates(
  records: Records<Lead>,
  contacts: readonly Contact[],
  { now, session }: LookupTime,
): Promise<Duplicates[]> {
  const limit = contacts.length === 1 ? maxDuplicates : maxLeads;
  const options = { sort: { _id: 1 }, limit, projection, ...(session && { session }) } as const;
  const stored = await records.findEach(toQueries(contacts), options);
  const found = stored.map((lead) => dropUnknownMerges(lead, now));
  if (contacts.length === 1 || found.length < maxLeads) return groupDuplicates(found, contacts);
  const duplicates: Duplicates[] = [];
  for (const contact of contacts) duplicates.push(...(await findDuplicates(records, [contact], { now, session })));
  return duplicates;
}

/**
 * Finds the leads that have one of the contact keys. If more than a thousand leads match one kind of key, returns only
 * two for each key. These are the oldest lead, and another that shows there are more.
 */
export async function findLeadsByKeys(
  records: Records<Lead>,
  keys: readonly string[],
  { now, session }: LookupTime,
): Promise<Lead[]> {
  const found: Lead[] = [];
  const fields = Object.entries(places).flatMap(([kind, ofKind]) => ofKind.map((place) => ({ kind, ...place })));
  for (const { kind, field, hint } of fields) {
    const values = keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1));
    if (values.length === 0) continue;
    const find = (value: unknown, limit: number) =>
      records.find({ [field]: value }, { hint, limit, sort: { _id: 1 }, ...(session && { session }) });
    const some = await find({ $in: values }, maxLeads);
    if (some.length < maxLeads) found.push(...some);
    else for (const value of values) found.push(...(await find(value, 2)));
  }
  return found.map((lead) => dropUnknownMerges(lead, now));
}
