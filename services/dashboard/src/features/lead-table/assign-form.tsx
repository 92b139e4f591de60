import { Stack } from '@mantine/core';
import { useTenant } from '../../api/workspace.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { AgentSelect } from '../people/agent-select.js';
import { useAgentNames } from '../people/use-agents.js';
import type { BulkFormProps } from './bulk-form-props.js';
import { createAssignment } from './lead-changes.js';

const nobody = 'none';

/** Asks for the agent who gets the leads. */
export function AssignForm({ onStart, onClose }: BulkFormProps) {
  const { api } = useTenant();
  const names = useAgentNames();
  const { form } = useProblemForm<{ agent: string | null }>({
    initialValues: { agent: null },
    validate: { agent: (agent) => (agent === null ? 'Choose an agent.' : null) },
  });
  const submit = form.onSubmit(({ agent }) => {
    const id = agent === nobody ? null : agent;
    onStart(createAssignment(api, id, names.get(id ?? '') ?? 'the agent'));
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <AgentSelect
          label="Agent"
          placeholder="Choose an agent"
          statuses={['active', 'invited']}
          others={[{ value: nobody, label: 'Unassigned' }]}
          {...form.getInputProps('agent')}
          value={form.getValues().agent}
        />
        <FormActions label="Assign" isBusy={false} onCancel={onClose} />
      </Stack>
    </form>
  );
}
