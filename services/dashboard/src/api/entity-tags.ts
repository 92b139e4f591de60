const tags = new Map<string, string>();
const maxTags = 2_000;

/** Stores the entity tag of the latest response for a record. The name consists of workspace, mode and path. */
export function setEntityTag(name: string, tag: string): void {
  tags.delete(name);
  tags.set(name, tag);
  const [oldest] = tags.keys();
  if (tags.size > maxTags && oldest !== undefined) tags.delete(oldest);
}

/** Forgets an outdated tag, so that the server doesn't reject the next change because of it. */
export function forgetEntityTag(name: string): void {
  tags.delete(name);
}

/** Returns the tag for `If-Match`, so that a change doesn't overwrite someone else's change. */
export function getEntityTag(name: string): string | undefined {
  return tags.get(name);
}
