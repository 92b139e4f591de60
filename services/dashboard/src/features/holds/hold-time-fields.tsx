import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { DateField } from '../../ui/forms/date-field.js';
import { holdTimes } from './hold-times.js';

interface TimeValues {
  time: string;
  until: string;
}

interface HoldTimeFieldsProps<T extends TimeValues> {
  readonly form: Pick<UseFormReturnType<T>, 'getInputProps' | 'getValues'>;
  readonly label: string;
  /** Whether the workspace's default can be chosen. */
  readonly hasDefault: boolean;
}

/** Fields that ask until when a unit is held. */
export function HoldTimeFields<T extends TimeValues>({ form, label, hasDefault }: HoldTimeFieldsProps<T>) {
  const times = hasDefault ? holdTimes : holdTimes.filter(({ value }) => value !== '');
  return (
    <>
      <NativeSelect label={label} data={[...times]} {...form.getInputProps('time')} />
      {form.getValues().time === 'until' ? (
        <DateField label="Day and time" type="datetime-local" required {...form.getInputProps('until')} />
      ) : null}
    </>
  );
}
