import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function DevelopersPage() {
  return (
    <>
      <PageHeader title="Developers" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
