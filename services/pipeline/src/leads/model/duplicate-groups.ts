/** Field by which leads are duplicates of each other. */
export type SharedField = 'email' | 'phone';

/** Ids of the leads that have the same value of a field. */
export interface SharedValue {
  readonly field: SharedField;
  readonly ids: readonly string[];
}

/** Leads that are duplicates. Each shares its email or phone with another lead of the group. */
export interface DuplicateGroup {
  /** Oldest first. */
  readonly ids: readonly string[];
  /** Fields that leads of the group share, in alphabetical order. */
  readonly fields: readonly SharedField[];
}

interface OpenGroup {
  readonly ids: Set<string>;
  readonly fields: Set<SharedField>;
}

/** Adds the members of the smaller group to the larger one. Returns the larger group. */
function join(one: OpenGroup, other: OpenGroup): OpenGroup {
  const [large, small] = one.ids.size < other.ids.size ? [other, one] : [one, other];
  for (const id of small.ids) large.ids.add(id);
  for (const field of small.fields) large.fields.add(field);
  return large;
}

/** Returns the id of the newest lead of a group. */
export const getNewest = ({ ids }: DuplicateGroup): string => ids.at(-1) ?? '';

/**
 * Groups leads that share a value directly or through other leads. If one lead has the email of a second lead and the
 * phone of a third, all three are one group. Groups with newer leads come first. A newer lead has a greater id.
 */
export function groupBySharedValues(values: readonly SharedValue[]): DuplicateGroup[] {
  const groupOf = new Map<string, OpenGroup>();
  for (const { field, ids } of values) {
    let group: OpenGroup = { ids: new Set(ids), fields: new Set([field]) };
    for (const known of new Set(ids.flatMap((id) => groupOf.get(id) ?? []))) group = join(group, known);
    for (const id of group.ids) groupOf.set(id, group);
  }
  return [...new Set(groupOf.values())]
    .map(({ ids, fields }) => ({ ids: [...ids].sort(), fields: [...fields].sort() }))
    .sort((one, other) => (getNewest(one) < getNewest(other) ? 1 : -1));
}
