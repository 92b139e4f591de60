import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface PageHeaderProps {
  readonly title: string;
  readonly description?: string;
  /** Buttons at the right. */
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-start" mb="md">
      <Stack gap={2}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {description === undefined ? null : <Text c="dimmed">{description}</Text>}
      </Stack>
      {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
    </Group>
  );
}
