import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Breadcrumb } from './breadcrumb.js';
import { GuideLink, type GuideName } from './guide-link.js';
import classes from './page-header.module.css';
import type { PageTab } from './page-tabs.js';

export interface PageHeaderProps {
  readonly title: string;
  readonly description?: string;
  /** Guide that explains the page. */
  readonly guide?: GuideName | undefined;
  /** The list that the page belongs to, for the breadcrumb. */
  readonly parent?: PageTab | undefined;
  /** Buttons on the right. */
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, guide, parent, actions }: PageHeaderProps) {
  return (
    <div className={classes.header}>
      {parent === undefined ? null : <Breadcrumb parent={parent} current={title} />}
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} className={classes.titles}>
          <Title order={1} size="h2">
            {title}
          </Title>
          {description === undefined ? null : (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
          {guide === undefined ? null : <GuideLink guide={guide} />}
        </Stack>
        {actions === undefined ? null : <Group gap="xs">{actions}</Group>}
      </Group>
    </div>
  );
}
