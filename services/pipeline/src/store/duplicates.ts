import type { Filter, Records } from '@plotline/kit/mongo/collection';
import type { ClientSession } from 'mongoose';
import type { Lead } from '../domain/lead.js';
import { digitsOf } from './search-index.js';

/** More than so many are not told of. */
const most = 100;

export type Contact = Pick<Lead, 'email' | 'phone'>;

/** Ids of the leads that have the lead's email or phone, oldest first. Phones are compared by their digits. */
export async function findDuplicates(
  records: Records<Lead>,
  { email, phone }: Contact,
  session?: ClientSession,
): Promise<string[]> {
  const digits = digitsOf(phone);
  const ask = async (filter: Filter, hint: string) => {
    const options = {
      hint,
      sort: { _id: 1 },
      limit: most,
      projection: { _id: 1 },
      ...(session ? { session } : {}),
    } as const;
    return (await records.find(filter, options)).map(({ id }) => id);
  };
  const found = [await ask({ email }, 'email'), digits === '' ? [] : await ask({ 'index.phone': digits }, 'phone')];
  return [...new Set(found.flat())].sort().slice(0, most);
}
