import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './event-entry.module.css';

interface EventEntryProps {
  readonly name: string;
  /** Name of the record that the event is about. */
  readonly subject?: string;
  /** Text beside the name. */
  readonly note: ReactNode;
  /** Accessible name of the JSON text. */
  readonly label: string;
  /** Text above the JSON text. */
  readonly hint?: string;
  readonly event: unknown;
}

/** Event that expands to its JSON text, with a button that copies the text. */
export function EventEntry({ name, subject, note, label, hint, event }: EventEntryProps) {
  const text = JSON.stringify(event, null, 2);
  return (
    <details className={classes['entry']}>
      <summary>
        <Text span size="sm" fw={600}>
          {name}
        </Text>{' '}
        {subject ? (
          <Text span size="sm">
            {subject}{' '}
          </Text>
        ) : null}
        <Text span size="sm" c="dimmed">
          {note}
        </Text>
      </summary>
      <Stack gap={6} mt={6}>
        <Group justify="space-between" gap="xs">
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button size="compact-xs" variant="default" onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
                <span className="visually-hidden"> {name}</span>
              </Button>
            )}
          </CopyButton>
        </Group>
        <Code block tabIndex={0} aria-label={label} className={classes['code']}>
          {text}
        </Code>
      </Stack>
    </details>
  );
}
