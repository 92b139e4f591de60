import type { ReactNode } from 'react';
import type { Capability } from '../api/roles.js';
import { useCan } from '../api/workspace.js';
import { PageHeader } from './page-header.js';
import { ForbiddenState } from './states.js';

interface RestrictedPageProps {
  /** What the page is for: those who may do this. */
  readonly needs: Capability;
  readonly title: string;
  readonly description?: string | undefined;
  readonly actions?: ReactNode;
  /** The pages beside this one. */
  readonly tabs: ReactNode;
  readonly children: ReactNode;
}

/** A page with its heading and tabs; for others it says that it is not of their role, and asks nothing of the API. */
export function RestrictedPage({ needs, title, description, actions, tabs, children }: RestrictedPageProps) {
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
      {tabs}
      {children}
    </>
  );
}
