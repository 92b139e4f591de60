import { type ExternallyIdentified, isExternalIdKey, toExternalIdKey } from '@plotline/kit/core/ids';
import type { Records, Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';

/** Property, or unit in a property. */
interface Listing extends Versioned, ExternallyIdentified {
  readonly name: string;
  readonly property_id?: string;
}

/** Returns the key of a property's name, or of a unit's name within a property. */
export function toNameKey(name: string, propertyId?: string): string {
  return `name:${JSON.stringify([name, ...(propertyId === undefined ? [] : [propertyId])])}`;
}

/** Returns the keys by which a row of an import finds a record. The key of a unit's name includes the property. */
export function getListingKeys({ external_id, name, property_id }: Listing): string[] {
  const external = external_id === undefined ? [] : [toExternalIdKey(external_id)];
  return [...external, toNameKey(name, property_id)];
}

/** Maximum records that one query for all keys may match. If there are more, two records are looked up for each key. */
const maxRecords = 2_000;

/** Parses keys into names, with the property if the key has one. */
function parseNames(keys: readonly string[]): { readonly name: string; readonly property_id?: string }[] {
  return keys
    .filter((key) => !isExternalIdKey(key))
    .map((key) => {
      const [name, property_id]: [string, string?] = JSON.parse(key.slice(key.indexOf('[')));
      return property_id === undefined ? { name } : { name, property_id };
    });
}

/** Finds the records that have one of the keys. If there are many, finds at least two for each key. */
export async function findByListingKeys<T extends Listing>(
  records: Records<T>,
  keys: readonly string[],
  session?: ClientSession,
): Promise<T[]> {
  const options = { limit: maxRecords, sort: { _id: 1 }, ...(session && { session }) } as const;
  const externalIds = keys.filter(isExternalIdKey).map((key) => key.slice(key.indexOf(':') + 1));
  const found =
    externalIds.length === 0
      ? []
      : await records.find({ external_id: { $in: externalIds } }, { ...options, hint: 'external_id' });
  const names = parseNames(keys);
  if (names.length === 0) return found;
  const propertyIds = [...new Set(names.flatMap(({ property_id }) => property_id ?? []))];
  const ofProperties = propertyIds.length === 0 ? {} : { property_id: { $in: propertyIds } };
  const filter = { name: { $in: [...new Set(names.map(({ name }) => name))] }, ...ofProperties };
  const named = await records.find(filter, { ...options, hint: 'name' });
  if (named.length < maxRecords) return [...found, ...named];
  for (const one of names) found.push(...(await records.find(one, { ...options, limit: 2, hint: 'name' })));
  return found;
}

/** Finds the records whose id, external id or name is one of the texts. Returns each record once. */
export async function findNamedListings<T extends Listing>(
  records: Records<T>,
  texts: readonly string[],
): Promise<T[]> {
  const keys = texts.flatMap((text) => [toExternalIdKey(text), toNameKey(text)]);
  const [known, others] = await Promise.all([
    records.find({ _id: { $in: [...texts] } }),
    findByListingKeys(records, keys),
  ]);
  return [...new Map([...known, ...others].map((record) => [record.id, record])).values()];
}
