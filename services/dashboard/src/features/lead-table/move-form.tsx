import { NativeSelect, Stack, Text } from '@mantine/core';
import { type Stage, stages } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { toChoices } from '../../ui/format/label.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { isLossReason, lossReasons } from '../leads/loss-reasons.js';
import type { BulkFormProps } from './bulk-form-props.js';
import { createLoss, createMove } from './lead-changes.js';

interface MoveValues extends Record<string, unknown> {
  stage: Stage;
  reason: string;
}

/** Winning isn't offered, because it needs a deal for each lead. */
const offered = stages.filter((stage) => stage !== 'won');

const reasons = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(lossReasons).map(([value, label]) => ({ value, label })),
];

/** Asks for the stage, and for the reason if the leads are lost. */
export function MoveForm({ onStart, onClose }: BulkFormProps) {
  const { api } = useTenant();
  const { form } = useProblemForm<MoveValues>({
    initialValues: { stage: 'contacted', reason: '' },
    validate: {
      reason: (reason, { stage }) => (stage === 'lost' && !isLossReason(reason) ? 'Choose a reason.' : null),
    },
  });
  const { stage } = form.getValues();
  const submit = form.onSubmit(({ stage: to, reason }) =>
    onStart(to === 'lost' && isLossReason(reason) ? createLoss(api, reason) : createMove(api, to)),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <NativeSelect label="Stage" data={toChoices(offered)} data-autofocus {...form.getInputProps('stage')} />
        {stage === 'lost' ? <NativeSelect label="Reason" data={reasons} {...form.getInputProps('reason')} /> : null}
        <Text size="sm" c="dimmed">
          Won leads stay as they are, because moving them cancels their deals.
        </Text>
        <FormActions label="Move" isBusy={false} onCancel={onClose} />
      </Stack>
    </form>
  );
}
