import { Anchor } from '@mantine/core';
import { PageHeader } from '../components/page-header.js';
import { EmptyState } from '../components/states.js';

export function NotFound() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <EmptyState title="The address leads nowhere" action={<Anchor href="/dashboard/">Go to your pipeline</Anchor>}>
        It may be from another workspace, or what it named was removed.
      </EmptyState>
    </>
  );
}
