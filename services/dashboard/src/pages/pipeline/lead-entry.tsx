import { Badge, Group, Text } from '@mantine/core';
import { DateTime } from '../../components/date-time.js';
import { lossReasons } from '../../components/loss-reasons.js';
import { type Activity, toHeadline } from './lead-entry-words.js';
import classes from './lead-page.module.css';
import { type Names, toChangeWords, toFieldLabel } from './lead-words.js';

const reasonWords: Readonly<Record<string, string>> = lossReasons;
/** Told by the headline. */
const toldTypes: ReadonlySet<string> = new Set(['stage_change', 'assigned']);

interface LeadEntryProps {
  readonly entry: Activity;
  readonly names: Names;
}

/** One thing that happened to a lead. */
export function LeadEntry({ entry, names }: LeadEntryProps) {
  const changes = toldTypes.has(entry.type) ? [] : Object.entries(entry.changes ?? {});
  return (
    <li className={classes.entry}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {toHeadline(entry, names)}
          </Text>
          {entry.actor.type === 'key' ? (
            <Badge size="sm" variant="default" tt="none">
              API
            </Badge>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          {entry.actor.name} · <DateTime value={entry.timestamp} />
        </Text>
      </Group>
      {entry.reason === undefined ? null : <Text size="sm">{reasonWords[entry.reason] ?? entry.reason}</Text>}
      {[entry.content, entry.notes].map((text) =>
        text === undefined ? null : (
          <Text key={text} size="sm" className={classes.text}>
            {text}
          </Text>
        ),
      )}
      {changes.length === 0 ? null : (
        <ul className={classes.changes}>
          {changes.map(([field, change]) => (
            <li key={field}>
              {toFieldLabel(field)}: {toChangeWords(field, change, names)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
