import { Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { toLabel } from '../../ui/format/label.js';
import classes from './event-field.module.css';
import { eventGroups, events, isInGroup } from './public-events.js';

interface EventFieldProps {
  /** Names of events, groups such as `lead.*`, or `*`. */
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly error?: unknown;
}

/** Removes the single events that a newly chosen group includes. */
function withoutIncluded(before: readonly string[], after: readonly string[]): string[] {
  const added = after.filter((choice) => !before.includes(choice));
  return after.filter((choice) => !added.some((group) => isInGroup(choice, group) && choice !== group));
}

/** Field for the events of a subscription. Groups and `*` also include events that the API adds later. */
export function EventField({ value, onChange, error }: EventFieldProps) {
  const isAll = value.includes('*');
  return (
    <Fieldset legend="Events">
      <Stack gap="sm">
        <Checkbox
          label="All events, including future ones"
          checked={isAll}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? ['*'] : [])}
        />
        {isAll ? null : (
          <Checkbox.Group
            value={[...value]}
            onChange={(chosen) => onChange(withoutIncluded(value, chosen))}
            aria-label="Some events"
          >
            <div className={classes.kinds}>
              {eventGroups.map((group) => (
                <Stack key={group.name} gap={6}>
                  <Text size="sm" fw={600}>
                    {toLabel(group.name.slice(0, -2))}
                  </Text>
                  <Checkbox size="xs" value={group.name} label={group.label} title="Including future ones" />
                  {value.includes(group.name)
                    ? null
                    : events
                        .filter(({ name }) => isInGroup(name, group.name))
                        .map(({ name, description }) => (
                          <Checkbox key={name} size="xs" value={name} label={name} title={description} />
                        ))}
                </Stack>
              ))}
            </div>
          </Checkbox.Group>
        )}
        <ProblemText problem={typeof error === 'string' ? error : undefined} size="xs" />
      </Stack>
    </Fieldset>
  );
}
