import { Checkbox, Stack, Textarea } from '@mantine/core';
import { readBody } from '../../api/client.js';
import { useCan, useOwnAgentId, useTenant } from '../../api/workspace.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import { DateField } from '../../ui/forms/date-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { AgentSelect } from '../people/agent-select.js';
import type { HoldChangeProps } from './hold-change-forms.js';
import { canChangeDeposit, findHoldFaults, type HoldValues, toHoldChanges, toHoldValues } from './hold-values.js';
import { useHoldChange } from './use-hold-change.js';

interface AgentFieldProps {
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  readonly before: string | null;
}

/** Field for the agent of a hold. Agents can choose only themselves. */
function AgentField({ value, onChange, before }: AgentFieldProps) {
  const ownId = useOwnAgentId();
  if (useCan('administer')) {
    return (
      <AgentSelect
        label="Agent"
        placeholder="Nobody"
        statuses={['active']}
        comboboxProps={{ withinPortal: false }}
        value={value}
        onChange={onChange}
      />
    );
  }
  if (before === ownId) return null;
  return (
    <Checkbox
      label="I look after this hold"
      checked={value === ownId}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? ownId : before)}
    />
  );
}

/** Edits the notes, the agent and the unpaid deposit of a hold. */
export function EditForm({ hold, onClose }: HoldChangeProps) {
  const { api } = useTenant();
  const { form, problem, showProblem, clearProblem } = useProblemForm<HoldValues>({
    initialValues: toHoldValues(hold),
    validate: findHoldFaults,
  });
  const edit = useHoldChange(
    (values: HoldValues) => {
      const params = { path: { id: hold.id } };
      return readBody(api.PUT('/v1/holds/{id}', { params, body: toHoldChanges(hold, values) }));
    },
    'The hold is saved.',
    onClose,
  );
  const submit = form.onSubmit((values) => {
    clearProblem();
    edit.mutate(values, { onError: showProblem });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <AgentField
          value={form.getValues().agent_id}
          onChange={(id) => form.setFieldValue('agent_id', id)}
          before={hold.agent_id}
        />
        {canChangeDeposit(hold) ? (
          <>
            <AmountInput
              label="Deposit"
              description="Leave it empty if you agreed on none."
              currency={hold.price.currency}
              {...form.getInputProps('deposit.amount')}
            />
            <DateField label="Deposit due" type="datetime-local" {...form.getInputProps('deposit.due_at')} />
          </>
        ) : null}
        <Textarea label="Notes" autosize minRows={2} maxRows={6} maxLength={2_000} {...form.getInputProps('notes')} />
        <FormActions label="Save" isBusy={edit.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}
