import { Radio, Stack, Text, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { toLabel } from '../../ui/format/label.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { LeadConflict, readUnchanged } from './change-lead.js';
import { ChangedLeadDialog } from './changed-lead-dialog.js';
import { isLossReason, lossReasons } from './loss-reasons.js';

type Lead = components['schemas']['Lead'];

type SeenLead = Pick<Lead, 'id' | 'name' | 'stage' | 'updated_at'>;

interface LossValues extends Record<string, unknown> {
  reason: string;
  notes: string;
}

interface LoseDialogProps {
  readonly lead: SeenLead;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Receives the updated lead. */
  readonly onDone: (lead: Lead) => void;
}

const wonNotice = 'Marking it as lost cancels the deal, voids the invoice and makes the unit available again.';

function LoseForm({ lead, onClose, onDone }: Omit<LoseDialogProps, 'isOpen'>) {
  const { api, key } = useTenant();
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<LeadConflict>();
  // Version of the lead that the person decided on. Later reads must not replace it while the form is open.
  const [seen] = useState(lead);
  const { form, problem, showProblem, clearProblem } = useProblemForm<LossValues>({
    initialValues: { reason: '', notes: '' },
    validate: { reason: (reason) => (isLossReason(reason) ? null : 'Choose a reason.') },
  });
  const lose = useMutation({
    mutationFn: async ({ seen, reason, notes }: LossValues & { readonly seen: SeenLead }) => {
      await readUnchanged(api, seen, 'stage');
      const body = { reason: isLossReason(reason) ? reason : 'other', ...(notes.trim() === '' ? {} : { notes }) };
      const params = { path: { id: lead.id } };
      return (await readBody(api.POST('/v1/leads/{id}/lost', { params, body }))).data;
    },
    onSuccess: async (lost) => {
      onDone(lost);
      await queryClient.invalidateQueries({ queryKey: key });
    },
    onError: (error) => (error instanceof LeadConflict ? setConflict(error) : showProblem(error)),
  });
  const send = (seen: SeenLead, values: LossValues) => {
    clearProblem();
    setConflict(undefined);
    lose.mutate({ ...values, seen });
  };
  const submit = form.onSubmit((values) => send(seen, values));
  const leave = () => {
    onClose();
    void queryClient.invalidateQueries({ queryKey: key });
  };
  const now = conflict?.lead.stage;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {lead.stage === 'won' ? <Text size="sm">{wonNotice}</Text> : null}
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
      <ChangedLeadDialog
        conflict={conflict}
        repeatLabel={now === 'lost' ? undefined : 'Mark as lost anyway'}
        onRepeat={() => conflict && send(conflict.lead, form.getValues())}
        onClose={leave}
      >
        <Text size="sm">
          {now === undefined ? null : `It's in ${toLabel(now)} now and wasn't changed.`}
          {now === 'won' ? ` ${wonNotice}` : null}
        </Text>
      </ChangedLeadDialog>
    </form>
  );
}

/** Marks a lead as lost with a reason. */
export function LoseDialog({ isOpen, ...props }: LoseDialogProps) {
  return (
    <FormModal opened={isOpen} onClose={props.onClose} title={`Mark ${props.lead.name} as lost`}>
      <LoseForm {...props} />
    </FormModal>
  );
}
