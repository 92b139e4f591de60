import { PageTabs } from '../../components/page-tabs.js';

const tabs = [{ label: 'API keys', to: '/$workspaceId/$mode/developers' }] as const;

export const DeveloperTabs = () => <PageTabs label="Developers" tabs={tabs} />;
