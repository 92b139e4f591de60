const tags = new Map<string, string>();
const maxTags = 2_000;

/** Keeps the entity tag of the newest answer that shows a record; the name says workspace, mode and path. */
export function keepEntityTag(name: string, tag: string): void {
  tags.delete(name);
  tags.set(name, tag);
  const [oldest] = tags.keys();
  if (tags.size > maxTags && oldest !== undefined) tags.delete(oldest);
}

/** Forgets the tag of a record of which there is a newer version, so that it does not refuse the next change. */
export function forgetEntityTag(name: string): void {
  tags.delete(name);
}

/** The tag that a change of the record is sent with, so that the change of another is not lost. */
export function getEntityTag(name: string): string | undefined {
  return tags.get(name);
}
