import { useQueryClient } from '@tanstack/react-query';
import { ApiProblem, describeError } from '../../api/problem.js';
import { useOwnAgentId, useRole, useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { showToast } from '../../ui/feedback/toast.js';
import { getLeadKey, type Lead } from './lead-queries.js';

/** Returns whether the person may merge these leads. Agents may merge their own ones. */
function useCanMerge(leads: readonly Lead[]): boolean {
  const role = useRole();
  const ownId = useOwnAgentId();
  if (role === 'viewer') return false;
  return role !== 'agent' || leads.every(({ assigned_agent }) => assigned_agent === ownId);
}

function describeFailure(error: unknown): string {
  if (error instanceof ApiProblem && error.reason === 'both_won') {
    return 'Both leads have a deal. Move one of them out of “Won” first.';
  }
  return describeError(error);
}

interface LeadMergeProps {
  /** The lead that stays. */
  readonly lead: Lead;
  /** The lead that is merged into it. */
  readonly other: Lead;
}

/** A button that merges another lead into this one. Renders nothing for people who may not merge them. */
export function LeadMerge({ lead, other }: LeadMergeProps) {
  const tenant = useTenant();
  const queryClient = useQueryClient();
  const canMerge = useCanMerge([lead, other]);
  if (!canMerge) return null;
  const merge = async () => {
    const params = { path: { id: lead.id } };
    await tenant.api.POST('/v1/leads/{id}/merge', { params, body: { lead_id: other.id } });
    queryClient.removeQueries({ queryKey: getLeadKey(tenant, other.id) });
    await queryClient.invalidateQueries({ queryKey: tenant.key });
    showToast(`${other.name} was merged into ${lead.name}`);
  };
  return (
    <ConfirmButton
      label="Merge"
      name={`Merge ${other.name} into this lead`}
      title={`Merge ${other.name} into ${lead.name}?`}
      confirmLabel="Merge leads"
      isDestructive={false}
      onConfirm={merge}
      describeFailure={describeFailure}
    >
      {`${lead.name} keeps its details and gets those that are missing, together with the timeline, tasks, deals and holds of ${other.name}. You can't undo this.`}
    </ConfirmButton>
  );
}
