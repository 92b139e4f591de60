import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toWords } from '../../api/problem.js';
import { useMode, useTenant, useWorkspace } from '../../api/workspace.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { type Lead, leadKey } from './lead-query.js';

interface LeadDeleteProps {
  readonly lead: Lead;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Deletes a lead after a confirmation, and returns to the pipeline. */
export function LeadDelete({ lead, isOpen, onClose }: LeadDeleteProps) {
  const tenant = useTenant();
  const { id: workspaceId } = useWorkspace();
  const mode = useMode();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const erase = useMutation({
    mutationFn: () => tenant.api.DELETE('/v1/leads/{id}', { params: { path: { id: lead.id } } }),
    onSuccess: async () => {
      await navigate({ to: '/$workspaceId/$mode/pipeline', params: { workspaceId, mode } });
      queryClient.removeQueries({ queryKey: leadKey(tenant, lead.id) });
      await queryClient.invalidateQueries({ queryKey: [...tenant.key, 'leads'] });
    },
  });
  return (
    <ConfirmDialog
      opened={isOpen}
      title={`Delete ${lead.name}?`}
      confirmLabel="Delete lead"
      isDestructive
      isBusy={erase.isPending}
      problem={erase.error ? toWords(erase.error) : undefined}
      onConfirm={() => erase.mutate()}
      onClose={onClose}
    >
      This permanently deletes the lead and its timeline.
    </ConfirmDialog>
  );
}
