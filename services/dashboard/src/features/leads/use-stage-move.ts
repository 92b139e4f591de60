import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Stage } from '../../api/enums.js';
import { describeError } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { changeLead, LeadConflict } from './change-lead.js';
import { type Lead, showStage } from './lead-queries.js';
import type { RefusedMove } from './stage-conflict-dialog.js';

interface StageMove {
  /** The version of the lead that the person saw. */
  readonly seen: Lead;
  readonly stage: Stage;
}

/**
 * Moves a lead to another stage. Shows the move immediately, and reverts it after an error. Doesn't move a lead whose
 * stage has changed since the person saw it. Such a move could cancel a deal that the person doesn't know about.
 */
export function useStageMove(lead: Lead, onDone: () => void) {
  const tenant = useTenant();
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<RefusedMove>();
  const show = (shown: Pick<Lead, 'stage' | 'stage_entered_at'>) => showStage(queryClient, tenant, lead.id, shown);
  const refresh = () => queryClient.invalidateQueries({ queryKey: tenant.key });
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: ({ seen, stage }: StageMove) => changeLead(tenant.api, seen, 'stage', { stage }),
    onMutate: ({ seen, stage }) => {
      if (seen.stage !== 'won') show({ stage, stage_entered_at: new Date().toISOString() });
    },
    onSuccess: () => {
      onDone();
      return refresh();
    },
    onError: (refusal, { seen, stage }) => {
      if (refusal instanceof LeadConflict) {
        show(refusal.lead);
        setRefused({ conflict: refusal, stage });
        onDone();
      } else {
        show(seen);
        if (seen.stage !== 'won') showErrorToast("The lead wasn't moved")(refusal);
      }
      return refresh();
    },
  });
  const move = (stage: Stage) => {
    reset();
    mutate({ seen: lead, stage });
  };
  const isProblem = error !== null && !(error instanceof LeadConflict);
  return {
    move,
    isMoving: isPending,
    problem: isProblem ? describeError(error) : undefined,
    refused,
    forgetRefused: () => setRefused(undefined),
  };
}
