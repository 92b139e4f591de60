import { PageHeader } from '../../components/page-header.js';
import { EmptyState } from '../../components/states.js';

export function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
