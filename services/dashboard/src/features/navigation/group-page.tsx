import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Capability, can } from '../../api/roles.js';
import { useRole } from '../../api/workspace.js';
import { ForbiddenState } from '../../ui/feedback/states.js';
import { PageHeader, type PageHeaderProps } from '../../ui/page/page-header.js';
import { PageTabs } from '../../ui/page/page-tabs.js';
import { findParent, getPageGroup, type PageGroupName } from './page-groups.js';

interface GroupPageProps extends PageHeaderProps {
  readonly group: PageGroupName;
  /** Capability that a role needs to open the page. Defaults to the group's capability. */
  readonly needs?: Capability;
  readonly children: ReactNode;
}

/**
 * Page with the tabs of its group. The page of a record has a breadcrumb to its list instead. Roles without the
 * capability see a notice, and the page makes no API request.
 */
export function GroupPage({ group, needs, title, description, guide, actions, children }: GroupPageProps) {
  const role = useRole();
  const { label, tabs, keptParams, needs: groupNeeds } = getPageGroup(group);
  const parent = findParent(useLocation().pathname, tabs);
  const isAllowed = (capability: Capability | undefined) => capability === undefined || can(role, capability);
  const shown = tabs.filter((tab) => isAllowed(tab.needs));
  if (!isAllowed(needs ?? groupNeeds)) {
    return (
      <>
        <PageHeader title={title} />
        <ForbiddenState />
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} description={description} guide={guide} parent={parent} actions={actions} />
      {parent === undefined && shown.length > 1 ? (
        <PageTabs label={label} tabs={shown} keptParams={keptParams} />
      ) : null}
      {children}
    </>
  );
}
