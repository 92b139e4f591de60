import { NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { taskTypes } from '../../api/enums.js';
import type { Versioned } from '../../api/versioned-record.js';
import { toChoices } from '../../ui/format/label.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { DateField } from '../../ui/forms/date-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { AgentSelect } from '../people/agent-select.js';
import { useAgentNames } from '../people/use-agents.js';
import { LeadSelect } from './lead-select.js';
import type { Task } from './task-queries.js';
import { describeTaskValue, type TaskStart, taskLabels } from './task-values.js';
import { useTaskForm } from './use-task-form.js';

interface TaskFormProps {
  /** Task as it was read. Undefined for a new task. */
  readonly base?: Versioned<Task>;
  readonly start?: TaskStart;
  readonly onClose: () => void;
}

/** Form for a new or an existing task. */
export function TaskForm({ base, start = {}, onClose }: TaskFormProps) {
  const { form, problem, conflict, isBusy, submit } = useTaskForm({ base, start, onSaved: onClose });
  const names = useAgentNames();
  const first = useRef<HTMLInputElement>(null);
  // The dialog sets the focus when it opens, but the form of an existing task renders later.
  useEffect(() => first.current?.focus(), []);
  const lead = base?.record.lead ?? start.lead;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ConflictNotice
          conflict={conflict}
          labels={taskLabels}
          formatValue={(path, value) => describeTaskValue(path, value, names)}
        />
        {lead ? (
          <Text size="sm">
            For <strong>{lead.name}</strong>
          </Text>
        ) : (
          <LeadSelect
            value={form.values.lead_id}
            onChange={(id) => form.setFieldValue('lead_id', id)}
            error={form.errors['lead_id']}
          />
        )}
        <TextInput
          ref={first}
          label="Title"
          placeholder="Call about the floor plan"
          maxLength={200}
          required
          data-autofocus
          {...form.getInputProps('title')}
        />
        <NativeSelect label="Type" data={toChoices(taskTypes)} {...form.getInputProps('type')} />
        <DateField label="Due" type="datetime-local" required {...form.getInputProps('due_at')} />
        <AgentSelect
          label="Assigned to"
          placeholder={base === undefined ? 'The agent of the lead, or you' : 'Nobody'}
          statuses={['active', 'invited']}
          value={form.values.assigned_agent}
          onChange={(id) => form.setFieldValue('assigned_agent', id)}
          error={form.errors['assigned_agent']}
        />
        <Textarea label="Notes" autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
        <FormActions
          label={base === undefined ? 'Create task' : 'Save'}
          isBusy={isBusy}
          problem={problem}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
