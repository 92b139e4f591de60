import { useNavigate } from '@tanstack/react-router';
import { useTenant } from '../../api/workspace.js';
import type { FoundRecord } from './search-records.js';

/** Returns a function that opens the page of a record. */
export function useGoTo(): (record: FoundRecord) => void {
  const [workspaceId, mode] = useTenant().key;
  const navigate = useNavigate();
  const params = { workspaceId, mode };
  return ({ kind, id, propertyId = '' }) => {
    switch (kind) {
      case 'lead':
        return void navigate({ to: '/$workspaceId/$mode/pipeline/$leadId', params: { ...params, leadId: id } });
      case 'property':
        return void navigate({
          to: '/$workspaceId/$mode/properties/$propertyId',
          params: { ...params, propertyId: id },
        });
      case 'unit':
        return void navigate({
          to: '/$workspaceId/$mode/properties/$propertyId',
          params: { ...params, propertyId },
          search: { unit: id },
        });
      case 'deal':
        return void navigate({ to: '/$workspaceId/$mode/deals/$dealId', params: { ...params, dealId: id } });
      case 'person':
        return void navigate({ to: '/$workspaceId/$mode/people/$agentId', params: { ...params, agentId: id } });
    }
  };
}
