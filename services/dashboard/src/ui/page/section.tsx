import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  readonly title: string;
  /** Accessible name that distinguishes sections with the same title, such as `Photos of the unit`. */
  readonly name?: string | undefined;
  readonly description?: string;
  /** Buttons on the right. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, name, description, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      {...(name === undefined ? { 'aria-labelledby': id } : { 'aria-label': name })}
      withBorder
      radius="md"
      p="md"
    >
      <Group justify="space-between" mb="sm" mih={30}>
        <div>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {description === undefined ? null : (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
