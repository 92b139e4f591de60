import { Group, MultiSelect, NativeSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { AgentSelect } from '../../../components/agent-select.js';
import { countDecimals } from '../../../components/amount-format.js';
import { AmountInput } from '../../../components/amount-input.js';
import { DateField } from '../../../components/date-field.js';
import { FormActions } from '../../../components/form-actions.js';
import { sources } from '../../../components/lead-choices.js';
import { useProperties } from '../../../components/listing-queries.js';
import { filterOptions } from '../../../components/options-filter.js';
import { toLabel } from '../../../components/status-badge.js';
import { NewLeadResult } from './new-lead-result.js';
import { timelines } from './new-lead-values.js';
import { useNewLead } from './use-new-lead.js';

const sourceOptions = sources.map((source) => ({ value: source, label: toLabel(source) }));

/** Form for a new lead, followed by the result. */
export function NewLeadForm({ onClose }: { readonly onClose: () => void }) {
  const { form, problem, isBusy, created, submit, createAnother } = useNewLead();
  const properties = useProperties();
  const first = useRef<HTMLInputElement>(null);
  // The drawer sets the focus when it opens, but the form renders later.
  useEffect(() => first.current?.focus(), []);
  const decimals = countDecimals(form.values.budget.currency);
  if (created) return <NewLeadResult created={created} onCreateAnother={createAnother} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput ref={first} label="Name" withAsterisk {...form.getInputProps('name')} />
        <TextInput label="Email" type="email" withAsterisk {...form.getInputProps('email')} />
        <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
        <NativeSelect label="Source" data={sourceOptions} {...form.getInputProps('source')} />
        <AgentSelect
          label="Agent"
          placeholder="Unassigned"
          statuses={['active', 'invited']}
          value={form.values.assigned_agent}
          onChange={(id) => form.setFieldValue('assigned_agent', id)}
          error={form.errors['assigned_agent']}
        />
        <MultiSelect
          label="Interested in"
          data={(properties.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          filter={filterOptions}
          searchable
          {...form.getInputProps('interested_properties')}
        />
        <Group grow wrap="nowrap" gap="xs" align="flex-start">
          <AmountInput label="Budget from" decimalScale={decimals} {...form.getInputProps('budget.min')} />
          <AmountInput label="Budget to" decimalScale={decimals} {...form.getInputProps('budget.max')} />
          <TextInput label="Currency" placeholder="EUR" maxLength={3} {...form.getInputProps('budget.currency')} />
        </Group>
        <NativeSelect label="Wants to buy" data={timelines} {...form.getInputProps('timeline')} />
        <DateField label="Follow up on" {...form.getInputProps('next_follow_up')} />
        <TagsInput label="Tags" {...form.getInputProps('tags')} />
        <Textarea label="Notes" autosize minRows={2} maxRows={8} {...form.getInputProps('notes')} />
        <FormActions label="Create lead" isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}
