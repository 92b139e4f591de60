import { Badge, Group, Text } from '@mantine/core';
import { DateTime } from '../../ui/format/date-time.js';
import { describeChange, type Names, toFieldLabel } from './describe-lead.js';
import { EntryIcon } from './entry-icon.js';
import { type Activity, getHeadline } from './lead-entry-headline.js';
import classes from './lead-timeline.module.css';
import { lossReasons } from './loss-reasons.js';

const reasonLabels: Readonly<Record<string, string>> = lossReasons;

/**
 * Lists the changes that the headline doesn't mention. Omits `last_contacted` for notes and emails, which always change
 * it.
 */
function listChanges({ type, changes = {} }: Activity) {
  const skipped = type === 'note' || type === 'email' ? 'last_contacted' : '';
  return type === 'stage_change' || type === 'assigned'
    ? []
    : Object.entries(changes).filter(([field]) => field !== skipped);
}

interface LeadEntryProps {
  readonly entry: Activity;
  readonly names: Names;
}

export function LeadEntry({ entry, names }: LeadEntryProps) {
  const changes = listChanges(entry);
  return (
    <li className={classes.entry}>
      <EntryIcon {...entry} />
      <Group gap="2px 8px" justify="space-between">
        <Text size="sm" fw={600}>
          {getHeadline(entry, names)}
        </Text>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {entry.actor.name} · <DateTime value={entry.timestamp} />
          </Text>
          {entry.actor.type === 'key' ? (
            <Badge size="sm" variant="default" tt="none">
              API
            </Badge>
          ) : null}
        </Group>
      </Group>
      {entry.reason === undefined ? null : <Text size="sm">{reasonLabels[entry.reason] ?? entry.reason}</Text>}
      {entry.subject === undefined ? null : (
        <Text size="sm" fw={500}>
          {entry.subject}
        </Text>
      )}
      {[entry.content, entry.notes, entry.text].map((text) =>
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
              {toFieldLabel(field)}: {describeChange(field, change, names)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
