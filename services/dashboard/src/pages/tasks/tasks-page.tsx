import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function TasksPage() {
  return (
    <>
      <PageHeader title="Tasks" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
