import type { ReactNode } from 'react';
import type { Capability } from '../../api/roles.js';
import { useCan } from '../../api/workspace.js';
import { PageHeader } from '../../components/page-header.js';
import { ForbiddenState } from '../../components/states.js';
import { DeveloperTabs } from './developer-tabs.js';

interface DeveloperPageProps {
  /** What the page is for: those who may do this; owners and administrators when absent. */
  readonly needs?: Capability;
  readonly title: string;
  readonly description: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** What the pages for developers share: heading, tabs, and that they are for owners and administrators. */
export function DeveloperPage({ needs = 'administer', title, description, actions, children }: DeveloperPageProps) {
  if (!useCan(needs)) {
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
