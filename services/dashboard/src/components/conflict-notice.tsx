import { Alert, List, Text } from '@mantine/core';
import { toLabel } from './status-badge.js';
import type { Conflict } from './use-record-form.js';

/** A value as a person reads it: `850000 USD`, `pool, gym`, `–`. */
function toText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(toText).join(', ');
  if (typeof value === 'object') {
    return Object.values(value)
      .filter((part) => part !== null)
      .map(toText)
      .join(' ');
  }
  return String(value);
}

/** Tells what somebody else saved while a form was open. */
export function ConflictNotice<B extends object>({ conflict }: { readonly conflict: Conflict<B> | undefined }) {
  if (conflict === undefined) return null;
  const { before, now, mine } = conflict;
  const fields = Object.entries(now).map(([name, value]) => ({
    name,
    was: toText(Reflect.get(before, name)),
    is: toText(value),
    yours: name in mine ? toText(Reflect.get(mine, name)) : undefined,
  }));
  return (
    <Alert color="yellow" title="Somebody else changed this meanwhile" role="alert">
      <List size="sm">
        {fields.map(({ name, was, is, yours }) => (
          <List.Item key={name}>
            <b>{toLabel(name)}</b>: {was} → {is}
            {yours === undefined ? null : `; yours is ${yours}`}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        Nothing of yours is saved yet. The form has their changes and keeps your own: look at it, and save again.
      </Text>
    </Alert>
  );
}
