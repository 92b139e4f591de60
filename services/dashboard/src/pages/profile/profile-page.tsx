import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function ProfilePage() {
  return (
    <>
      <PageHeader title="Profile" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
