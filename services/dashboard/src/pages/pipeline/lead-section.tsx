import { Group, Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface LeadSectionProps {
  readonly title: string;
  /** Buttons of the section, at the end of the line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A titled part of a lead's page. */
export function LeadSection({ title, actions, children }: LeadSectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder radius="md" p="md">
      <Group justify="space-between" mb="sm" mih={30}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
