import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface ProfileSectionProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

export function ProfileSection({ title, description, children }: ProfileSectionProps) {
  return (
    <Paper component="section" withBorder p="md" aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {description === undefined ? null : (
        <Text size="sm" c="dimmed" mb="sm">
          {description}
        </Text>
      )}
      {children}
    </Paper>
  );
}
