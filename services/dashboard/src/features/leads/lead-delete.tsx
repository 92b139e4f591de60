import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMode, useTenant, useWorkspace } from '../../api/workspace.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { getLeadKey, type Lead } from './lead-queries.js';

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
      queryClient.removeQueries({ queryKey: getLeadKey(tenant, lead.id) });
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
      error={erase.error}
      onConfirm={() => erase.mutate()}
      onClose={onClose}
    >
      This permanently deletes the lead and its timeline.
    </ConfirmDialog>
  );
}
