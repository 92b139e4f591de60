import { Button, NativeSelect, NumberInput, Paper, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DateField } from '../../ui/forms/date-field.js';
import classes from './payment-plans.module.css';
import { dueChoices, type PlanValues } from './plan-values.js';

interface InstalmentFieldsProps {
  readonly form: UseFormReturnType<PlanValues>;
  readonly index: number;
  /** Removes the instalment. Undefined for the only instalment. */
  readonly onRemove: (() => void) | undefined;
}

/** Fields for one instalment of a plan. */
export function InstalmentFields({ form, index, onRemove }: InstalmentFieldsProps) {
  const path = `instalments.${index}`;
  const on = form.getValues().instalments[index]?.on;
  return (
    <Paper component="fieldset" withBorder p="sm" className={classes.instalment}>
      <legend className={classes.legend}>Instalment {index + 1}</legend>
      <TextInput
        className={classes.wide}
        label="Name"
        placeholder="On signing"
        required
        maxLength={60}
        {...form.getInputProps(`${path}.label`)}
      />
      <NumberInput
        label="Share"
        suffix="%"
        required
        min={0}
        max={100}
        decimalScale={4}
        {...form.getInputProps(`${path}.percent`)}
      />
      <NativeSelect label="Due" data={dueChoices} {...form.getInputProps(`${path}.on`)} />
      {on === 'milestone' ? (
        <TextInput
          label="Milestone"
          placeholder="Foundation"
          required
          maxLength={60}
          {...form.getInputProps(`${path}.milestone`)}
        />
      ) : null}
      {on === 'date' ? (
        <DateField label="Day" required {...form.getInputProps(`${path}.date`)} />
      ) : (
        <NumberInput label="Days after" required min={0} {...form.getInputProps(`${path}.days`)} />
      )}
      {onRemove === undefined ? null : (
        <Button
          className={classes.remove}
          size="xs"
          variant="default"
          aria-label={`Remove instalment ${index + 1}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      )}
    </Paper>
  );
}
