import { skipToken, useQuery } from '@tanstack/react-query';
import { useCan, useTenant } from '../../api/workspace.js';
import { LoadingState } from '../../ui/feedback/states.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { GroupPage } from '../navigation/group-page.js';
import { ImportForm } from './import-form.js';
import { importQuery } from './import-queries.js';

/** Starts a new import. `?again=imp_…` reuses the options of an earlier import. */
export function NewImportPage() {
  const tenant = useTenant();
  const { filters } = useFilters();
  const again = filters['again'];
  const isRepeated = useCan('transfer') && again !== undefined;
  const earlier = useQuery({ ...importQuery(tenant, again ?? ''), ...(isRepeated ? {} : { queryFn: skipToken }) });
  return (
    <GroupPage
      group="transfers"
      title="Import a file"
      description="Each row becomes a record. You can check the file before anything is stored."
      guide="imports"
    >
      {isRepeated && earlier.isPending ? <LoadingState /> : <ImportForm earlier={earlier.data?.data} />}
    </GroupPage>
  );
}
