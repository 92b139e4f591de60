import { Group, MultiSelect, NativeSelect, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { sources } from '../../api/enums.js';
import { toChoices } from '../../ui/format/label.js';
import { countDecimals } from '../../ui/forms/amount-format.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import { CurrencyField } from '../../ui/forms/currency-field.js';
import { DateField } from '../../ui/forms/date-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { filterOptions } from '../../ui/forms/options-filter.js';
import { useProperties } from '../listings/listing-queries.js';
import { AgentSelect } from '../people/agent-select.js';
import { NewLeadResult } from './new-lead-result.js';
import { timelines } from './new-lead-values.js';
import { useNewLead } from './use-new-lead.js';

/** Form for a new lead, followed by the result. */
export function NewLeadForm({ onClose }: { readonly onClose: () => void }) {
  const { form, problem, isBusy, created, submit, createAnother } = useNewLead();
  const properties = useProperties();
  const first = useRef<HTMLInputElement>(null);
  // The field sets the focus itself. The drawer sets it when it opens, but the form renders later.
  useEffect(() => first.current?.focus(), []);
  const decimals = countDecimals(form.values.budget.currency);
  if (created) return <NewLeadResult created={created} onCreateAnother={createAnother} onClose={onClose} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput ref={first} label="Name" required {...form.getInputProps('name')} />
        <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
        <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
        <NativeSelect label="Source" data={toChoices(sources)} {...form.getInputProps('source')} />
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
          <CurrencyField noneLabel="Default" {...form.getInputProps('budget.currency')} />
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
