import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { tellRefusal } from '../../components/tell-refusal.js';
import { type Lead, type LeadVersion, leadKey } from './lead-query.js';

export type Stage = Lead['stage'];

/** Moves a lead to another stage; the page shows it at once, and as it was when the API refuses. */
export function useStageMove(lead: Lead, onMoved: () => void) {
  const tenant = useTenant();
  const queryClient = useQueryClient();
  const queryKey = leadKey(tenant, lead.id);
  const show = (stage: Stage) =>
    queryClient.setQueryData<LeadVersion>(queryKey, (seen) => seen && { ...seen, lead: { ...seen.lead, stage } });
  const refresh = () => queryClient.invalidateQueries({ queryKey: tenant.key });
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (stage: Stage) => {
      const params = { path: { id: lead.id } };
      return answerOf(tenant.api.POST('/v1/leads/{id}/stage', { params, body: { stage } }));
    },
    onMutate: (stage) => {
      if (lead.stage !== 'won') show(stage);
    },
    onSuccess: () => {
      onMoved();
      return refresh();
    },
    onError: (refusal) => {
      show(lead.stage);
      if (lead.stage !== 'won') tellRefusal('The lead was not moved')(refusal);
      return refresh();
    },
  });
  const move = (stage: Stage) => {
    reset();
    mutate(stage);
  };
  return { move, isMoving: isPending, problem: error ? toWords(error) : undefined };
}
