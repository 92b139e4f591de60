import { isExternalIdKey, toExternalIdKey } from '@plotline/kit/core/external-id';
import type { Records } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import type { Property } from '../../properties/model/property.js';
import type { Unit } from '../../units/model/unit.js';

/** Returns the key of a property's name, or of a unit's name within a property. */
export function toNameKey(name: string, propertyId?: string): string {
  return `name:${JSON.stringify([name, ...(propertyId === undefined ? [] : [propertyId])])}`;
}

const toExternalKeys = (externalId: string | undefined) =>
  externalId === undefined ? [] : [toExternalIdKey(externalId)];

export function getPropertyKeys({ external_id, name }: Property): string[] {
  return [...toExternalKeys(external_id), toNameKey(name)];
}

export function getUnitKeys({ external_id, name, property_id }: Unit): string[] {
  return [...toExternalKeys(external_id), toNameKey(name, property_id)];
}

/** If all keys match more records than this, two are looked up for each key. */
const maxRecords = 2_000;

/** Parses keys into names, with the property of each name that has one. */
function parseNames(keys: readonly string[]): { readonly name: string; readonly property_id?: string }[] {
  return keys
    .filter((key) => !isExternalIdKey(key))
    .map((key) => {
      const [name, property_id]: [string, string?] = JSON.parse(key.slice(key.indexOf('[')));
      return property_id === undefined ? { name } : { name, property_id };
    });
}

/** Finds the records that have one of the keys. If many share them, finds at least two for each key. */
export async function findByListingKeys<T extends Property | Unit>(
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
