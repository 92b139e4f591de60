import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function PeoplePage() {
  return (
    <>
      <PageHeader title="People" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
