import { PageTabs } from '../../components/page-tabs.js';

const tabs = [
  { label: 'Agents', to: '/$workspaceId/$mode/people' },
  { label: 'Teams', to: '/$workspaceId/$mode/people/teams' },
  { label: 'League table', to: '/$workspaceId/$mode/people/league' },
] as const;

export const PeopleTabs = () => <PageTabs label="People" tabs={tabs} />;
