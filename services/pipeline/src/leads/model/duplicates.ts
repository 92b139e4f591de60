import { isExternalIdKey, toExternalIdKey } from '@plotline/kit/core/ids';
import { toAsciiDigits } from '@plotline/kit/core/normalize-text';
import type { Lead } from './lead.js';
import { removeRepeats } from './new-lead.js';
import { toPhoneIdentity } from './phone-identity.js';

/** Behavior that a POST requests when another lead has the same email or phone. */
export type OnDuplicate = 'create' | 'reject' | 'return';

/** Fields that identify the person behind a lead. */
export interface Contact extends Pick<Lead, 'external_id' | 'email' | 'phone' | 'merged_leads'> {
  readonly phone_country?: string | null | undefined;
}

/** Leads that share the external id, email or phone of a contact. */
export interface Duplicates {
  /** At most 100 ids: first the lead with the external id, then the others, oldest first. */
  readonly ids: readonly string[];
  /** Id of the oldest lead for each contact key. */
  readonly oldest: ReadonlyMap<string, string>;
}

export const noDuplicates: Duplicates = { ids: [], oldest: new Map() };

/** Maximum number of ids in a response. */
export const maxDuplicates = 100;

export function toEmailKey(email: string): string {
  return `email:${email.toLowerCase()}`;
}

/**
 * Returns the digits by which phones are compared. Returns undefined if the phone identifies nobody. The digits are the
 * international form without its plus sign, because people omit the sign and earlier releases of Plotline stored only
 * digits.
 */
export function getPhoneDigits({ phone, phone_country }: Pick<Contact, 'phone' | 'phone_country'>): string | undefined {
  return toPhoneIdentity(phone, phone_country ?? '')?.replace('+', '');
}

/** Returns a list with the key of the phone; an empty list if the phone identifies nobody. */
export function toPhoneKeys(contact: Pick<Contact, 'phone' | 'phone_country'>): string[] {
  const digits = getPhoneDigits(contact);
  return digits === undefined ? [] : [`phone:${digits}`];
}

/**
 * Returns the keys of a contact: the external id, the external ids of merged leads, the email and the phone. Contacts
 * that share a key are duplicates.
 */
export function getContactKeys({ external_id, email, merged_leads = [], ...contact }: Contact): string[] {
  return [
    ...(external_id === undefined ? [] : [toExternalIdKey(external_id)]),
    ...merged_leads.flatMap((merged) => (merged.external_id === undefined ? [] : toExternalIdKey(merged.external_id))),
    toEmailKey(email),
    ...toPhoneKeys(contact),
  ];
}

/** Returns the id of the lead that has the external id; undefined when no lead has it. */
export function findHolder({ oldest }: Duplicates): string | undefined {
  return [...oldest].find(([key]) => isExternalIdKey(key))?.[1];
}

/** Removes repeated ids, and puts the lead with the external id first. */
function putHolderFirst(duplicates: Duplicates): Duplicates {
  const holder = findHolder(duplicates);
  return holder === undefined ? duplicates : { ...duplicates, ids: removeRepeats([holder, ...duplicates.ids]) };
}

/** Ids by contact key, in the order in which they were added. */
class KeyIndex {
  readonly #ids = new Map<string, string[]>();

  add(key: string, id: string): void {
    const ids = this.#ids.get(key);
    if (ids) ids.push(id);
    else this.#ids.set(key, [id]);
  }

  get(key: string): readonly string[] {
    return this.#ids.get(key) ?? [];
  }
}

/** Returns the leads that share a key with each contact, in the order of the contacts. A lead may appear twice. */
export function groupDuplicates(
  leads: readonly (Contact & Pick<Lead, 'id'>)[],
  contacts: readonly Contact[],
): Duplicates[] {
  const index = new KeyIndex();
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  // Ids sort in the order of creation.
  for (const [id, lead] of [...byId].sort(([one], [other]) => (one < other ? -1 : 1))) {
    for (const key of getContactKeys(lead)) index.add(key, id);
  }
  return contacts.map((contact) => {
    const found = getContactKeys(contact).map((key) => [key, index.get(key)] as const);
    const ids = [...new Set(found.flatMap(([, sharing]) => sharing))].sort().slice(0, maxDuplicates);
    const oldest = found.flatMap(([key, [first]]) => (first === undefined ? [] : [[key, first] as const]));
    return putHolderFirst({ ids, oldest: new Map(oldest) });
  });
}

/** Lead of a bulk request. `isNew` is true if the lead is to be stored. */
export interface ClassifiedLead {
  readonly lead: Lead;
  readonly isNew: boolean;
  readonly duplicates: Duplicates;
}

/**
 * Classifies the leads of one request as if they were created one after the other. So an earlier lead that is stored is
 * a duplicate of a later one. `stored` contains the duplicates of each lead in the database.
 */
export function classifyLeads(
  leads: readonly Lead[],
  stored: readonly Duplicates[],
  onDuplicate: OnDuplicate,
): ClassifiedLead[] {
  const index = new KeyIndex();
  return leads.map((lead, place) => {
    const keys = getContactKeys(lead);
    const known = stored[place] ?? noDuplicates;
    const earlier = keys.flatMap((key) => index.get(key));
    const oldest = keys.flatMap((key) => {
      const id = known.oldest.get(key) ?? index.get(key)[0];
      return id === undefined ? [] : [[key, id] as const];
    });
    const duplicates = putHolderFirst({ ids: removeRepeats([...known.ids, ...earlier]), oldest: new Map(oldest) });
    const isNew = duplicates.ids.length === 0 || (onDuplicate === 'create' && findHolder(duplicates) === undefined);
    if (isNew) for (const key of keys) index.add(key, lead.id);
    return { lead, isNew, duplicates };
  });
}

/** Returns the digits of a phone number in any script, written as 0 to 9. */
export function extractDigits(phone: string | null): string {
  return toAsciiDigits(phone ?? '').replaceAll(/[^0-9]/g, '');
}
