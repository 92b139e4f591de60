import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function LeadPage() {
  return (
    <>
      <PageHeader title="Lead" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
