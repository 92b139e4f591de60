import { Fieldset, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { propertyStatuses, propertyTypes } from '../../api/enums.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { countDecimals } from '../../ui/forms/amount-format.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { CurrencyField } from '../../ui/forms/currency-field.js';
import { DateField } from '../../ui/forms/date-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { ChoiceField, ListField } from '../../ui/forms/form-fields.js';
import classes from '../../ui/forms/form-fields.module.css';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { useCurrency } from '../workspace/use-currency.js';
import { readProperty } from './property-queries.js';
import {
  newPropertyValues,
  type Property,
  toPropertyBody,
  toPropertyValues,
  validateProperty,
} from './property-values.js';

interface PropertyFormProps {
  /** Undefined for a new property. */
  readonly base: Versioned<Property> | undefined;
  readonly onSaved: (property: Property) => void;
  readonly onCancel: () => void;
}

export function PropertyForm({ base, onSaved, onCancel }: PropertyFormProps) {
  const { api, key } = useTenant();
  const client = useQueryClient();
  const workspaceCurrency = useCurrency();
  const id = base?.record.id ?? '';
  const { form, problem, conflict, isBusy, submit } = useRecordForm({
    base,
    initialValues: base === undefined ? newPropertyValues : toPropertyValues(base.record),
    validate: validateProperty,
    toValues: toPropertyValues,
    toBody: toPropertyBody,
    create: async (body) => (await readBody(api.POST('/v1/properties', { body }))).data,
    update: (body, tag) => {
      const params = { path: { id } };
      return readVersioned(api.PUT('/v1/properties/{id}', { params, headers: ifMatch(tag), body }));
    },
    read: () => readProperty(api, id),
    onSaved: (property) => {
      void client.invalidateQueries({ queryKey: [...key, 'properties'] });
      // Leads show the prices of the listings that they are interested in.
      void client.invalidateQueries({ queryKey: [...key, 'leads'] });
      onSaved(property);
    },
  });
  const field = form.getInputProps;
  const decimals = countDecimals(form.values.pricing.currency || workspaceCurrency);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ConflictNotice conflict={conflict} />
        <TextInput label="Name" required data-autofocus {...field('name')} />
        <div className={classes.pair}>
          <ChoiceField form={form} path="type" label="Type" choices={propertyTypes} />
          <ChoiceField form={form} path="status" label="Status" choices={propertyStatuses} />
        </div>
        <Fieldset legend="Location">
          <TextInput label="Address" {...field('location.address')} />
          <div className={classes.pair}>
            <TextInput label="Area" {...field('location.area')} />
            <TextInput label="City" {...field('location.city')} />
            <TextInput label="Country" {...field('location.country')} />
            <NumberInput label="Latitude" decimalScale={6} {...field('location.coordinates.lat')} />
            <NumberInput label="Longitude" decimalScale={6} {...field('location.coordinates.lng')} />
          </div>
        </Fieldset>
        <Fieldset legend="Prices">
          <div className={classes.pair}>
            <AmountInput label="From" decimalScale={decimals} {...field('pricing.min_price')} />
            <AmountInput label="To" decimalScale={decimals} {...field('pricing.max_price')} />
            <CurrencyField noneLabel="Default" {...field('pricing.currency')} />
          </div>
        </Fieldset>
        <Textarea label="Description" autosize minRows={3} maxRows={10} {...field('description')} />
        <DateField label="Completion date" {...field('completion_date')} />
        <ListField form={form} path="features" label="Features" description="Such as pool. Press Enter to add one." />
        <TextInput label="Virtual tour" description="Address of a page" type="url" {...field('media.virtual_tour')} />
        <TextInput label="External ID" description="Its ID in your own system" {...field('external_id')} />
        <FormActions
          label={base === undefined ? 'Create property' : 'Save'}
          isBusy={isBusy}
          problem={problem}
          onCancel={onCancel}
        />
      </Stack>
    </form>
  );
}
