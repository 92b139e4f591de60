import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { type Lead, type LeadVersion, leadKey } from './lead-query.js';

export type Stage = Lead['stage'];

/** Moves a lead to another stage; the page shows it at once, and as it was when the API refuses. */
export function useStageMove(lead: Lead, onMoved: () => void) {
  const tenant = useTenant();
  const queryClient = useQueryClient();
  const queryKey = leadKey(tenant, lead.id);
  const show = (stage: Stage) =>
    queryClient.setQueryData<LeadVersion>(queryKey, (seen) => seen && { ...seen, lead: { ...seen.lead, stage } });
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (stage: Stage) => {
      const params = { path: { id: lead.id } };
      return answerOf(tenant.api.POST('/v1/leads/{id}/stage', { params, body: { stage } }));
    },
    onMutate: (stage) => {
      if (lead.stage !== 'won') show(stage);
    },
    onSuccess: onMoved,
    onError: (refusal) => {
      show(lead.stage);
      if (lead.stage === 'won') return;
      notifications.show({ color: 'red', title: 'The lead was not moved', message: toWords(refusal) });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: tenant.key }),
  });
  const move = (stage: Stage) => {
    reset();
    mutate(stage);
  };
  return { move, isMoving: isPending, problem: error ? toWords(error) : undefined };
}
