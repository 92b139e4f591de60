import { readBody } from './client.js';

/** A record with the entity tag of the version that was read. */
export interface Versioned<T> {
  readonly record: T;
  readonly tag: string | undefined;
}

/** Returns the header that makes the server reject a change if a newer version of the record exists. */
export function ifMatch(tag: string | undefined): Readonly<Record<string, string>> {
  return tag === undefined ? {} : { 'if-match': tag };
}

/**
 * Reads a record with its tag. A form saves with the tag of the version that it shows, not with the tag of a later
 * read.
 */
export async function readVersioned<T>(
  call: Promise<{ data?: { data: T }; response: Response }>,
): Promise<Versioned<T>> {
  const { data } = await readBody(call);
  const { response } = await call;
  return { record: data, tag: response.headers.get('etag') ?? undefined };
}
