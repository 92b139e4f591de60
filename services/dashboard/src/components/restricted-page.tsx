import type { ReactNode } from 'react';
import type { Capability } from '../api/roles.js';
import { useCan } from '../api/workspace.js';
import { PageHeader } from './page-header.js';
import { ForbiddenState } from './states.js';

interface RestrictedPageProps {
  /** Capability that a role needs to open the page. */
  readonly needs: Capability;
  readonly title: string;
  readonly description?: string | undefined;
  readonly actions?: ReactNode;
  /** Links to the pages of the same group. */
  readonly tabs: ReactNode;
  readonly children: ReactNode;
}

/** A page with heading and tabs. Roles without the capability get a notice, and the page makes no API request. */
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
