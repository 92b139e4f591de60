import { Group, NativeSelect, NumberInput, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { countDecimals } from '../../components/amount-format.js';
import { AmountInput } from '../../components/amount-input.js';
import { FormActions } from '../../components/form-actions.js';
import { sources } from '../../components/lead-choices.js';
import { Section } from '../../components/section.js';
import { toLabel } from '../../components/status-badge.js';
import { useProblemForm } from '../../components/use-problem-form.js';
import { findChangedFields, pickFields } from './lead-changes.js';
import { toChanges, toFormValues } from './lead-form-values.js';
import type { LeadVersion } from './lead-query.js';
import type { SaveLead } from './use-lead-update.js';

interface LeadFormProps {
  /** The version when the form was opened. */
  readonly version: LeadVersion;
  readonly save: SaveLead;
  readonly onClose: () => void;
}

const sourceOptions = sources.map((source) => ({ value: source, label: toLabel(source) }));

/** Edits the details of a lead. Sends only changed fields. */
export function LeadForm({ version, save, onClose }: LeadFormProps) {
  const [isBusy, setBusy] = useState(false);
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: toFormValues(version.lead),
    validate: {
      name: (name) => (name.trim() === '' ? 'Enter a name.' : null),
      email: (email) => (email.trim() === '' ? 'Enter an email address.' : null),
    },
  });
  const submit = form.onSubmit(async (values) => {
    clearProblem();
    setBusy(true);
    const changes = toChanges(values);
    try {
      if (await save(pickFields(changes, findChangedFields(version.lead, changes)), version)) onClose();
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  });
  const decimals = countDecimals(form.values.budget.currency);
  return (
    <Section title="Edit details">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <TextInput label="Name" withAsterisk {...form.getInputProps('name')} />
          <TextInput label="Email" type="email" withAsterisk {...form.getInputProps('email')} />
          <Group grow preventGrowOverflow={false} align="flex-start">
            <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
            <NativeSelect label="Source" data={sourceOptions} {...form.getInputProps('source')} />
          </Group>
          <Group grow preventGrowOverflow={false} align="flex-start">
            <AmountInput label="Budget from" decimalScale={decimals} {...form.getInputProps('budget.min')} />
            <AmountInput label="Budget to" decimalScale={decimals} {...form.getInputProps('budget.max')} />
            <TextInput label="Currency" placeholder="EUR" maxLength={3} {...form.getInputProps('budget.currency')} />
          </Group>
          <NumberInput
            label="Buys within (months)"
            min={1}
            max={999}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('timeline')}
          />
          <TagsInput label="Tags" description="Press Enter to add a tag." {...form.getInputProps('tags')} />
          <Textarea label="Notes" autosize minRows={3} maxRows={12} {...form.getInputProps('notes')} />
          <FormActions label="Save" isBusy={isBusy} problem={problem} onCancel={onClose} />
        </Stack>
      </form>
    </Section>
  );
}
