import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function DealsPage() {
  return (
    <>
      <PageHeader title="Deals" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
