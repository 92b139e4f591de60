import { isJsonObject } from '@plotline/kit/core/json-object';

const maxDepth = 4;
const maxItems = 10;
const maxTextLength = 200;
const maxLength = 2_000;

/** Keeps shown fields with plain values, and the objects that contain some. Returns undefined when nothing is left. */
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
 * Returns the shown fields of a vendor's JSON as text; null when it has none. Names what may be shown instead of what
 * may not, because vendors add fields, and these may have personal data.
 */
export function toExcerpt(value: unknown, shown: ReadonlySet<string>): string | null {
  const kept = keep(value, shown, 0);
  return kept === undefined ? null : JSON.stringify(kept).slice(0, maxLength);
}
