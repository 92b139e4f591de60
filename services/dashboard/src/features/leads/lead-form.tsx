import { Group, NativeSelect, NumberInput, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { sources } from '../../api/enums.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { toChoices } from '../../ui/format/label.js';
import { countDecimals } from '../../ui/forms/amount-format.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { CurrencyField } from '../../ui/forms/currency-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { Section } from '../../ui/page/section.js';
import { describeValue, fieldLabels } from './describe-lead.js';
import { type LeadFormValues, toChanges, toFormValues } from './lead-form-values.js';
import { type Lead, readLead } from './lead-queries.js';
import { useLeadNames } from './use-lead-names.js';

interface LeadFormProps {
  /** Version of the lead when the form was opened. */
  readonly version: Versioned<Lead>;
  readonly onClose: () => void;
}

function validate({ name, email }: LeadFormValues): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: 'Enter a name.' } : {}),
    ...(email.trim() === '' ? { email: 'Enter an email address.' } : {}),
  };
}

/** Edits the details of a lead. Sends only changed fields. */
export function LeadForm({ version, onClose }: LeadFormProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const { id } = version.record;
  const names = useLeadNames(version.record);
  const { form, problem, conflict, isBusy, submit } = useRecordForm({
    base: version,
    initialValues: toFormValues(version.record),
    validate,
    toValues: toFormValues,
    toBody: toChanges,
    update: (body, tag) =>
      readVersioned(tenant.api.PUT('/v1/leads/{id}', { params: { path: { id } }, headers: ifMatch(tag), body })),
    read: () => readLead(tenant, id),
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
            formatValue={(field, value) => describeValue(field, value, names)}
          />
          <TextInput label="Name" required {...form.getInputProps('name')} />
          <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
          <Group grow preventGrowOverflow={false} align="flex-start">
            <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
            <NativeSelect label="Source" data={toChoices(sources)} {...form.getInputProps('source')} />
          </Group>
          <Group grow preventGrowOverflow={false} align="flex-start">
            <AmountInput label="Budget from" decimalScale={decimals} {...form.getInputProps('budget.min')} />
            <AmountInput label="Budget to" decimalScale={decimals} {...form.getInputProps('budget.max')} />
            <CurrencyField noneLabel="Default" {...form.getInputProps('budget.currency')} />
          </Group>
          <NumberInput
            label="Buys within (months)"
            min={1}
            max={999}
            allowDecimal={false}
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
