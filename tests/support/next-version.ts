import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { expect } from 'chai';

/** Field that the next version of a service adds to every object. */
const field = 'next_version';

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** Adds a further field to each object, at any depth, as the next version of the service may store it. */
function addUnknownFields<T>(value: T): T;
function addUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => addUnknownFields(one));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, addUnknownFields(member)]);
  return { ...Object.fromEntries(members), [field]: 'kept' };
}

/** Returns the paths of the further fields. */
function listUnknownFields(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one, place) => listUnknownFields(one, `${path}${place}.`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === field ? [path + name] : listUnknownFields(member, `${path}${name}.`),
  );
}

/** Stored record that the next version of the service has written. */
export interface NextVersionRecord {
  /** Fails unless the record still has all further fields. */
  expectKept(): Promise<void>;
}

/**
 * Adds further fields to a stored record. A change may drop the fields in `replaced`, because it replaces those as a
 * whole.
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
