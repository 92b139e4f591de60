import { isJsonObject } from '@plotline/kit/core/json-object';

const maxDepth = 4;
const maxItems = 10;
const maxTextLength = 200;
const maxLength = 2_000;

/**
 * Keeps the shown fields that have plain values, and the objects that contain such fields. Returns undefined if nothing
 * is left.
 */
function keep(value: unknown, shown: ReadonlySet<string>, depth: number): unknown {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) {
    const kept = value.slice(0, maxItems).flatMap((item) => keep(item, shown, depth + 1) ?? []);
    return kept.length > 0 ? kept : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const kept = Object.entries(value).flatMap(([name, item]) => {
    const isPlain = typeof item !== 'object' && shown.has(name);
    const part = isPlain
      ? typeof item === 'string'
        ? item.slice(0, maxTextLength)
        : item
      : keep(item, shown, depth + 1);
    return part === undefined ? [] : [[name, part] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/**
 * Returns the shown fields of a vendor's JSON as text, or null if it has none. Lists the allowed fields instead of the
 * forbidden ones, because vendors add fields that may contain personal data.
 */
export function toExcerpt(value: unknown, shown: ReadonlySet<string>): string | null {
  const kept = keep(value, shown, 0);
  return kept === undefined ? null : JSON.stringify(kept).slice(0, maxLength);
}

/** Matches headers that contain credentials, such as `Authorization` and `X-Postmark-Server-Token`. */
const secretHeader = /authorization|token/i;
const minSecretLength = 8;

/** Removes the credentials of a request from a text. Some vendors repeat a refused key in a field that may be shown. */
export function hideCredentials(text: string | null, headers: Readonly<Record<string, string>>): string | null {
  const values = Object.entries(headers).flatMap(([name, value]) => (secretHeader.test(name) ? value.split(' ') : []));
  const secrets = values.filter((value) => value.length >= minSecretLength);
  return text === null ? null : secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
}
