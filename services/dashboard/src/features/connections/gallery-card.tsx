import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProviderMark } from './provider-mark.js';

interface GalleryCardProps {
  /** Name of the integration's mark. */
  readonly mark: string;
  readonly title: string;
  readonly description: string;
  /** Label beside the title. */
  readonly label?: ReactNode;
  /** Button at the right. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** An integration in the gallery. */
export function GalleryCard({ mark, title, description, label, action, children }: GalleryCardProps) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <ProviderMark name={mark} />
            <Title order={3} size="h4">
              {title}
            </Title>
            {label}
          </Group>
          {action}
        </Group>
        <Text size="sm" c="dimmed">
          {description}
        </Text>
        {children}
      </Stack>
    </Paper>
  );
}
