import type { ReactNode } from 'react';
import { useCan } from '../../api/workspace.js';
import { PageHeader } from '../../components/page-header.js';
import { ForbiddenState } from '../../components/states.js';
import { DeveloperTabs } from './developer-tabs.js';

interface DeveloperPageProps {
  readonly title: string;
  readonly description: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What the pages for developers share: heading, tabs, and that they are for owners and administrators. */
export function DeveloperPage({ title, description, actions, children }: DeveloperPageProps) {
  if (!useCan('administer')) {
    return (
      <>
        <PageHeader title={title} />
        <ForbiddenState />
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} />
      <DeveloperTabs />
      {children}
    </>
  );
}
