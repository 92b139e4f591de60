import { Group, NativeSelect, NumberInput, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { ifMatch, readVersioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { countDecimals } from '../../components/amount-format.js';
import { AmountInput } from '../../components/amount-input.js';
import { ConflictNotice } from '../../components/conflict-notice.js';
import { FormActions } from '../../components/form-actions.js';
import { sources } from '../../components/lead-choices.js';
import { Section } from '../../components/section.js';
import { toLabel } from '../../components/status-badge.js';
import { useRecordForm } from '../../components/use-record-form.js';
import { type LeadFormValues, toChanges, toFormValues } from './lead-form-values.js';
import { type LeadVersion, readLead } from './lead-query.js';
import { fieldLabels, toValueWords } from './lead-words.js';
import { useLeadNames } from './use-lead-names.js';

interface LeadFormProps {
  /** As it was when the form was opened. */
  readonly version: LeadVersion;
  readonly onClose: () => void;
}

const sourceOptions = sources.map((source) => ({ value: source, label: toLabel(source) }));

function validate({ name, email }: LeadFormValues): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(email.trim() === '' ? { email: 'Enter an email address.' } : {}),
  };
}

/** Edits the details of a lead; only what was changed is sent. */
export function LeadForm({ version, onClose }: LeadFormProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const { id } = version.lead;
  const names = useLeadNames(version.lead);
  const { form, problem, conflict, isBusy, submit } = useRecordForm({
    base: { record: version.lead, tag: version.entityTag },
    initialValues: toFormValues(version.lead),
    validate,
    toValues: toFormValues,
    toBody: toChanges,
    update: (body, tag) =>
      readVersioned(tenant.api.PUT('/v1/leads/{id}', { params: { path: { id } }, headers: ifMatch(tag), body })),
    read: async () => {
      const { lead, entityTag } = await readLead(tenant, id);
      return { record: lead, tag: entityTag };
    },
    onSaved: async () => {
      await queries.invalidateQueries({ queryKey: [...tenant.key, 'leads'] });
      onClose();
    },
  });
  const decimals = countDecimals(form.values.budget.currency);
  return (
    <Section title="Edit details">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <ConflictNotice
            conflict={conflict}
            labels={fieldLabels}
            wordsOf={(field, value) => toValueWords(field, value, names)}
          />
          <TextInput label="Name" withAsterisk {...form.getInputProps('name')} />
          <TextInput label="Email" type="email" withAsterisk {...form.getInputProps('email')} />
          <Group grow preventGrowOverflow={false} align="flex-start">
            <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
            <NativeSelect label="Source" data={sourceOptions} {...form.getInputProps('source')} />
          </Group>
          <Group grow preventGrowOverflow={false} align="flex-start">
            <AmountInput label="Budget from" decimalScale={decimals} {...form.getInputProps('budget.min')} />
            <AmountInput label="Budget to" decimalScale={decimals} {...form.getInputProps('budget.max')} />
            <TextInput
              label="Currency"
              placeholder="Such as EUR"
              maxLength={3}
              {...form.getInputProps('budget.currency')}
            />
          </Group>
          <NumberInput
            label="Buys within (months)"
            min={1}
            max={999}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('timeline')}
          />
          <TagsInput label="Tags" description="Enter adds a tag." {...form.getInputProps('tags')} />
          <Textarea label="Notes" autosize minRows={3} maxRows={12} {...form.getInputProps('notes')} />
          <FormActions label="Save" isBusy={isBusy} problem={problem} onCancel={onClose} />
        </Stack>
      </form>
    </Section>
  );
}
