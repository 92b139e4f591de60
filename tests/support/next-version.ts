import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { expect } from 'chai';

/** Field that the service's next version adds to every object. */
const field = 'next_version';

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Adds a field to each object, at any depth, as the service's next version may store it. */
function addUnknownFields<T>(value: T): T;
function addUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => addUnknownFields(one));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, addUnknownFields(member)]);
  return { ...Object.fromEntries(members), [field]: 'kept' };
}

/** Returns the paths of the added fields. */
function listUnknownFields(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one, place) => listUnknownFields(one, `${path}${place}.`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === field ? [path + name] : listUnknownFields(member, `${path}${name}.`),
  );
}

/** Stored record as if the service's next version had written it. */
export interface NextVersionRecord {
  /** Fails unless the record still has all added fields. */
  expectKept(): Promise<void>;
}

/**
 * Adds fields to a stored record, as the service's next version does. A change may drop those in `replaced`, because it
 * replaces these values as a whole.
 */
export async function storeUnknownFields(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  collection: string,
  id: string,
  replaced: readonly string[] = [],
): Promise<NextVersionRecord> {
  const documents = databases.live.collection<{ readonly _id: string }>(collection);
  const read = async () => {
    const found = await documents.findOne({ _id: id });
    if (!found) throw new Error(`There is no ${id} in ${collection}.`);
    return found;
  };
  const { _id, ...fields } = await read();
  await documents.replaceOne({ _id }, addUnknownFields(fields));
  const added = listUnknownFields(await read()).filter((path) => !replaced.some((name) => path.startsWith(`${name}.`)));
  return {
    expectKept: async () => {
      expect(listUnknownFields(await read())).to.include.members(added);
    },
  };
}
