import { Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { toLabel } from '../../ui/format/label.js';
import classes from './event-field.module.css';
import { events } from './public-events.js';

interface EventFieldProps {
  /** Names of events, or `*`. */
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly error?: unknown;
}

const kinds = [...new Set(events.map(({ name }) => name.split('.')[0] ?? name))];

/** Chooses the events of a subscription. `*` also covers events that the API adds later. */
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
          <Checkbox.Group value={[...value]} onChange={onChange} aria-label="Some events">
            <div className={classes.kinds}>
              {kinds.map((kind) => (
                <Stack key={kind} gap={6}>
                  <Text size="sm" fw={600}>
                    {toLabel(kind)}
                  </Text>
                  {events
                    .filter(({ name }) => name.startsWith(`${kind}.`))
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
