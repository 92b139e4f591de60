import { PageTabs } from '../../components/page-tabs.js';

const tabs = [
  { label: 'Deals', to: '/$workspaceId/$mode/deals' },
  { label: 'Invoices', to: '/$workspaceId/$mode/deals/invoices' },
  { label: 'Commissions', to: '/$workspaceId/$mode/deals/commissions' },
] as const;

export const DealTabs = () => <PageTabs label="Deals" tabs={tabs} />;
