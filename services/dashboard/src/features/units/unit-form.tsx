import { NumberInput, Stack, TextInput } from '@mantine/core';
import { readBody } from '../../api/client.js';
import { unitStatuses, unitVisibilities } from '../../api/enums.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { countDecimals, separators } from '../../ui/forms/amount-format.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import { AreaUnitField } from '../../ui/forms/area-unit-field.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { CurrencyField } from '../../ui/forms/currency-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { ChoiceField, ListField } from '../../ui/forms/form-fields.js';
import classes from '../../ui/forms/form-fields.module.css';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { AgentSelect } from '../people/agent-select.js';
import { readUnit } from './unit-queries.js';
import { createUnitValues, toUnitBody, toUnitValues, type Unit, validateUnit } from './unit-values.js';

interface UnitFormProps {
  readonly propertyId: string;
  /** Currency of a new unit. */
  readonly currency?: string;
  /** Undefined for a new unit. */
  readonly base: Versioned<Unit> | undefined;
  readonly onSaved: (unit: Unit) => void;
  readonly onCancel: () => void;
}

export function UnitForm({ propertyId, currency = '', base, onSaved, onCancel }: UnitFormProps) {
  const { api } = useTenant();
  const id = base?.record.id ?? '';
  const { form, problem, conflict, isBusy, submit } = useRecordForm({
    base,
    initialValues: base === undefined ? createUnitValues(currency) : toUnitValues(base.record),
    validate: validateUnit,
    toValues: toUnitValues,
    toBody: toUnitBody,
    create: async (body) =>
      (await readBody(api.POST('/v1/units', { body: { ...body, property_id: propertyId } }))).data,
    update: (body, tag) => {
      const params = { path: { id } };
      return readVersioned(api.PUT('/v1/units/{id}', { params, headers: ifMatch(tag), body }));
    },
    read: () => readUnit(api, id),
    onSaved,
  });
  const field = form.getInputProps;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ConflictNotice conflict={conflict} />
        <div className={classes.pair}>
          <TextInput label="Name" required data-autofocus {...field('name')} />
          <TextInput label="Number" description="Such as 304 or A-12-04" {...field('unit_number')} />
        </div>
        <div className={classes.pair}>
          <AmountInput
            label="Price"
            required
            decimalScale={countDecimals(form.values.price.currency)}
            {...field('price.amount')}
          />
          <CurrencyField required {...field('price.currency')} />
        </div>
        <div className={classes.pair}>
          <ChoiceField form={form} path="status" label="Status" choices={unitStatuses} />
          <ChoiceField form={form} path="visibility" label="Visibility" choices={unitVisibilities} />
          <AgentSelect
            label="Agent"
            placeholder="Unassigned"
            value={form.values.assigned_agent || null}
            onChange={(agent) => form.setFieldValue('assigned_agent', agent ?? '')}
            error={form.errors['assigned_agent']}
          />
        </div>
        <div className={classes.pair}>
          <TextInput label="Type" {...field('type')} />
          <NumberInput label="Bedrooms" min={0} {...field('bedrooms')} />
          <NumberInput label="Bathrooms" min={0} step={0.5} {...field('bathrooms')} />
        </div>
        <div className={classes.pair}>
          <NumberInput label="Interior" {...separators} min={0} {...field('size.interior')} />
          <NumberInput label="Land" {...separators} min={0} {...field('size.land')} />
          <AreaUnitField {...field('size.unit')} />
        </div>
        <ListField
          form={form}
          path="features"
          label="Features"
          description="Such as balcony. Press Enter to add one."
        />
        <TextInput label="External ID" description="Its ID in your own system" {...field('external_id')} />
        <FormActions
          label={base === undefined ? 'Add unit' : 'Save'}
          isBusy={isBusy}
          problem={problem}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
