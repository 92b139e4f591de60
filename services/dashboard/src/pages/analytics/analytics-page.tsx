import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function AnalyticsPage() {
  return (
    <>
      <PageHeader title="Analytics" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
