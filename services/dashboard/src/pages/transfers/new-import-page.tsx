import { skipToken, useQuery } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { useFilters } from '../../components/filter-bar.js';
import { PageHeader } from '../../components/page-header.js';
import { LoadingState } from '../../components/states.js';
import { ImportForm } from './import-form.js';
import { importQuery } from './imports.js';
import { TransferTabs } from './transfer-tabs.js';

/** A new import; `?again=imp_…` begins with the choices of an earlier one. */
export function NewImportPage() {
  const tenant = useTenant();
  const { filters } = useFilters();
  const again = filters['again'];
  const options = importQuery(tenant, again ?? '');
  const earlier = useQuery({ ...options, ...(again === undefined ? { queryFn: skipToken } : {}) });
  return (
    <>
      <PageHeader
        title="Import a file"
        description="Each row becomes a record. Nothing is stored before you say so: check the file first."
      />
      <TransferTabs />
      {again !== undefined && earlier.isPending ? <LoadingState /> : <ImportForm earlier={earlier.data?.data} />}
    </>
  );
}
