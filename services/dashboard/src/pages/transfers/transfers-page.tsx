import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function TransfersPage() {
  return (
    <>
      <PageHeader title="Import and export" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
