import { Fieldset, NumberInput, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { unitStatuses, unitVisibilities } from '../../../api/enums.js';
import { countDecimals, separators } from '../../../ui/forms/amount-format.js';
import { AmountInput } from '../../../ui/forms/amount-input.js';
import { AreaUnitField } from '../../../ui/forms/area-unit-field.js';
import { CurrencyField } from '../../../ui/forms/currency-field.js';
import { ChoiceField } from '../../../ui/forms/form-fields.js';
import classes from '../../../ui/forms/form-fields.module.css';
import type { GeneratorValues } from './generator-values.js';

interface GeneratorFieldsProps {
  readonly form: UseFormReturnType<GeneratorValues>;
}

function BuildingFields({ form }: GeneratorFieldsProps) {
  const field = form.getInputProps;
  return (
    <Fieldset legend="Building">
      <div className={classes.pair}>
        <NumberInput label="First floor" required allowDecimal={false} data-autofocus {...field('first_floor')} />
        <NumberInput label="Last floor" required allowDecimal={false} {...field('last_floor')} />
        <NumberInput label="Units per floor" required allowDecimal={false} min={1} {...field('per_floor')} />
      </div>
      <div className={classes.pair}>
        <TextInput
          label="Number pattern"
          required
          description="{floor}, {unit}, {unit:02} with two digits, {letter}"
          {...field('number_pattern')}
        />
        <TextInput label="Name" required description="{number} is the unit's number" {...field('name_pattern')} />
      </div>
      <div className={classes.pair}>
        <TagsInput
          label="Skip floors"
          description="Such as 13. Press Enter to add one."
          acceptValueOnBlur
          {...field('skipped_floors')}
        />
        <TagsInput
          label="Skip numbers"
          description="Such as 104. Press Enter to add one."
          acceptValueOnBlur
          {...field('skipped_numbers')}
        />
      </div>
    </Fieldset>
  );
}

function PriceFields({ form }: GeneratorFieldsProps) {
  const field = form.getInputProps;
  const decimals = countDecimals(form.values.currency);
  return (
    <Fieldset legend="Prices">
      <div className={classes.pair}>
        <AmountInput label="Lowest floor, first unit" required decimalScale={decimals} {...field('base_price')} />
        <CurrencyField required {...field('currency')} />
      </div>
      <div className={classes.pair}>
        <AmountInput
          label="More per floor"
          description="Negative if less"
          min={undefined}
          decimalScale={decimals}
          {...field('floor_step')}
        />
        <AmountInput
          label="More per position"
          description="Along the floor"
          min={undefined}
          decimalScale={decimals}
          {...field('position_step')}
        />
      </div>
    </Fieldset>
  );
}

/** Fields of the generator: the building, its prices, and the values that all units share. */
export function GeneratorFields({ form }: GeneratorFieldsProps) {
  const field = form.getInputProps;
  return (
    <>
      <BuildingFields form={form} />
      <PriceFields form={form} />
      <Fieldset legend="Each unit">
        <div className={classes.pair}>
          <TextInput label="Type" description="Such as 2BR" {...field('type')} />
          <NumberInput label="Bedrooms" min={0} {...field('bedrooms')} />
          <NumberInput label="Bathrooms" min={0} step={0.5} {...field('bathrooms')} />
        </div>
        <div className={classes.pair}>
          <NumberInput label="Interior" {...separators} min={0} {...field('interior')} />
          <AreaUnitField {...field('area_unit')} />
        </div>
        <div className={classes.pair}>
          <ChoiceField form={form} path="status" label="Status" choices={unitStatuses} />
          <ChoiceField form={form} path="visibility" label="Visibility" choices={unitVisibilities} />
        </div>
      </Fieldset>
    </>
  );
}
