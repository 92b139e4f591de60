/** Returns the tags of a lead after some tags are added and others are removed. */
export function editTags(before: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  return [...new Set([...before, ...added])].filter((tag) => !removed.includes(tag));
}
