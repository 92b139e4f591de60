import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiProblem } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { showUndoToast } from '../../ui/feedback/undo-toast.js';
import { changeLead, LeadConflict } from '../leads/change-lead.js';
import { useAgentNames } from '../people/use-agents.js';
import type { TodayLead } from './lead-queries.js';

interface Assignment {
  readonly lead: TodayLead;
  readonly agentId: string | null;
}

const taken = new ApiProblem({ status: 409, code: 'CONFLICT', message: 'Somebody else assigned it in the meantime.' });

/** Assigns a lead that has no agent, and offers to undo the assignment. */
export function useAssign(): (assignment: Assignment) => void {
  const { api, key } = useTenant();
  const client = useQueryClient();
  const names = useAgentNames();
  const refresh = () => client.invalidateQueries({ queryKey: [...key, 'leads'] });
  const { mutate } = useMutation({
    mutationFn: ({ lead, agentId }: Assignment) => changeLead(api, lead, 'assigned_agent', { assigned_agent: agentId }),
    onSuccess: (_lead, { lead, agentId }) => {
      if (agentId !== null) {
        const message = `${lead.name} was assigned to ${names.get(agentId) ?? 'you'}.`;
        showUndoToast(message, () => mutate({ lead: { ...lead, assigned_agent: agentId }, agentId: null }));
      }
      return refresh();
    },
    onError: (error, { lead }) => {
      showErrorToast(`${lead.name} wasn't assigned`)(error instanceof LeadConflict ? taken : error);
      return refresh();
    },
  });
  return mutate;
}
