type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns the update with `updated_at` in `$max` instead of `$set`. So the stored time of a record's last change never
 * goes backwards, even if the writer's clock is behind.
 */
export function neverBack(update: Fields): Fields {
  const { $set, $max, ...rest } = update;
  if (!isFields($set) || !($set.updated_at instanceof Date)) return update;
  const { updated_at, ...fields } = $set;
  return {
    ...rest,
    ...(Object.keys(fields).length > 0 && { $set: fields }),
    $max: { ...(isFields($max) && $max), updated_at },
  };
}

/** Returns the `updated_at` to store when one version of a record replaces another; nothing for records without it. */
export function keepLatest(before: object, after: object): { readonly updated_at?: Date } {
  if (!('updated_at' in before && 'updated_at' in after)) return {};
  const [former, latter] = [before.updated_at, after.updated_at];
  return former instanceof Date && latter instanceof Date && former > latter ? { updated_at: former } : {};
}
