import type { ReactNode } from 'react';
import { type Capability, can } from '../../api/roles.js';
import { useRole } from '../../api/workspace.js';
import { ForbiddenState } from '../../ui/feedback/states.js';
import { PageHeader, type PageHeaderProps } from '../../ui/page/page-header.js';
import { PageTabs } from '../../ui/page/page-tabs.js';
import { getPageGroup, type PageGroupName } from './page-groups.js';

interface GroupPageProps extends PageHeaderProps {
  readonly group: PageGroupName;
  /** Capability that a role needs to open the page, by default that of the group. */
  readonly needs?: Capability;
  readonly children: ReactNode;
}

/** A page with the tabs of its group. Roles without the capability get a notice, and the page makes no API request. */
export function GroupPage({ group, needs, title, description, actions, children }: GroupPageProps) {
  const role = useRole();
  const { label, tabs, keptParams, needs: groupNeeds } = getPageGroup(group);
  const isAllowed = (capability: Capability | undefined) => capability === undefined || can(role, capability);
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
      <PageHeader title={title} description={description} actions={actions} />
      <PageTabs label={label} tabs={tabs.filter((tab) => isAllowed(tab.needs))} keptParams={keptParams} />
      {children}
    </>
  );
}
