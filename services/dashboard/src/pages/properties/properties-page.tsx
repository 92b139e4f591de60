import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function PropertiesPage() {
  return (
    <>
      <PageHeader title="Properties" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
