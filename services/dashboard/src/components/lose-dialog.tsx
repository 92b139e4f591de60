import { Modal, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../gen/api.js';
import { answerOf } from '../api/client.js';
import { useTenant } from '../api/workspace.js';
import { FormActions } from './form-actions.js';
import { isLossReason, lossReasons } from './lead-choices.js';
import { useProblemForm } from './use-problem-form.js';

type Lead = components['schemas']['Lead'];

interface LoseDialogProps {
  readonly lead: Pick<Lead, 'id' | 'name' | 'stage'>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Told the lead as it now is. */
  readonly onDone: (lead: Lead) => void;
}

function LoseForm({ lead, onClose, onDone }: Omit<LoseDialogProps, 'isOpen'>) {
  const { api, key } = useTenant();
  const queryClient = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: { reason: '', notes: '' },
    validate: { reason: (reason) => (isLossReason(reason) ? null : 'Choose a reason.') },
  });
  const lose = useMutation({
    mutationFn: async ({ reason, notes }: { reason: string; notes: string }) => {
      const body = { reason: isLossReason(reason) ? reason : 'other', ...(notes.trim() === '' ? {} : { notes }) };
      const params = { path: { id: lead.id } };
      return (await answerOf(api.POST('/v1/leads/{id}/lost', { params, body }))).data;
    },
    onSuccess: async (lost) => {
      onDone(lost);
      await queryClient.invalidateQueries({ queryKey: key });
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    lose.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {lead.stage === 'won' ? (
          <Text size="sm">The deal is cancelled, its invoice becomes void, and the unit is available again.</Text>
        ) : null}
        <Radio.Group label="Reason" withAsterisk {...form.getInputProps('reason')}>
          <Stack gap="xs" mt="xs">
            {Object.entries(lossReasons).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea label="Notes" autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
        <FormActions label="Mark as lost" color="red" isBusy={lose.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Marks a lead as lost, with the reason. */
export function LoseDialog({ isOpen, ...props }: LoseDialogProps) {
  return (
    <Modal opened={isOpen} onClose={props.onClose} title={`Mark ${props.lead.name} as lost`}>
      <LoseForm {...props} />
    </Modal>
  );
}
