import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function IntegrationsPage() {
  return (
    <>
      <PageHeader title="Integrations" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
