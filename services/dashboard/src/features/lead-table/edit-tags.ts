/** Returns the tags of a lead after some are added and others removed. */
export function editTags(before: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  return [...new Set([...before, ...added])].filter((tag) => !removed.includes(tag));
}
