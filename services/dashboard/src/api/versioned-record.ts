import { answerOf } from './client.js';

/** A record as it was read, with the entity tag that a change of it is sent with. */
export interface Versioned<T> {
  readonly record: T;
  readonly tag: string | undefined;
}

/** The header by which a change of a record is refused when there is a newer version than the one that was read. */
export function ifMatch(tag: string | undefined): Readonly<Record<string, string>> {
  return tag === undefined ? {} : { 'if-match': tag };
}

/** Keeps the tag beside the record: a form is saved with the tag of what it showed, whatever was read since. */
export async function readVersioned<T>(
  call: Promise<{ data?: { data: T }; response: Response }>,
): Promise<Versioned<T>> {
  const { data } = await answerOf(call);
  const { response } = await call;
  return { record: data, tag: response.headers.get('etag') ?? undefined };
}
