import { Alert, Button, List, Text } from '@mantine/core';
import { toLabel } from '../format/label.js';
import { getPart, pickChanges } from './pick-changes.js';
import type { Conflict } from './use-record-form.js';

/** Formats a value for people: `850000 USD`, `pool, gym`, `–`. */
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

interface ConflictNoticeProps<B extends object> {
  readonly conflict: Conflict<B> | undefined;
  /** Fields whose parts are listed separately, each with a path such as `profile.phone`. */
  readonly groups?: readonly string[];
  /** Labels that differ from the names of their fields. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Formats the value of a field. */
  readonly formatValue?: (path: string, value: unknown) => string;
}

function listPaths<B extends object>({ before, now }: Conflict<B>, groups: readonly string[]): string[] {
  return Object.keys(now).flatMap((name) => {
    if (!groups.includes(name)) return [name];
    const [was, is] = [before, now].map((one) => Object(getPart(one, name)));
    return Object.keys(pickChanges(was, is)).map((part) => `${name}.${part}`);
  });
}

/**
 * Lists what someone else saved while a form was open. For a field that both people changed, offers the other person's
 * value.
 */
export function ConflictNotice<B extends object>({
  conflict,
  groups = [],
  labels = {},
  formatValue = (_path, value) => toText(value),
}: ConflictNoticeProps<B>) {
  if (conflict === undefined) return null;
  const { before, now, mine, taken, takeTheirs } = conflict;
  const fields = listPaths(conflict, groups).map((path) => {
    const [was, is] = [before, now].map((one) => formatValue(path, getPart(one, path)));
    const own = taken.includes(path) ? undefined : getPart(mine, path);
    const yours = own === undefined ? was : formatValue(path, own);
    const label = labels[path] ?? toLabel(path.split('.').at(-1) ?? path);
    return { path, label, was, is, yours, isDisputed: yours !== was && yours !== is };
  });
  return (
    <Alert color="yellow" title="Somebody else changed this meanwhile" role="alert">
      <List size="sm">
        {fields.map(({ path, label, was, is, yours, isDisputed }) => (
          <List.Item key={path}>
            <b>{label}</b>: {was} → {is}
            {isDisputed ? (
              <>
                ; yours is {yours}{' '}
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Take theirs: ${label}`}
                  onClick={() => takeTheirs(path)}
                >
                  Take theirs
                </Button>
              </>
            ) : null}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        We haven't saved your changes yet. The form has yours and theirs. Review it, then save again.
      </Text>
    </Alert>
  );
}
