import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function Board() {
  return (
    <>
      <PageHeader title="Pipeline" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
