import { NativeSelect, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { toChoices } from '../format/label.js';

interface FieldProps<T> {
  readonly form: UseFormReturnType<T>;
  readonly path: string;
  readonly label: string;
}

/** Select for an enum of the contract. */
export function ChoiceField<T>({
  form,
  path,
  label,
  choices,
}: FieldProps<T> & { readonly choices: readonly string[] }) {
  return <NativeSelect label={label} data={toChoices(choices)} {...form.getInputProps(path)} />;
}

/** A field for several texts, such as features or image URLs. */
export function ListField<T>({ form, path, label, description }: FieldProps<T> & { readonly description: string }) {
  return (
    <TagsInput
      label={label}
      description={description}
      {...form.getInputProps(path)}
      splitChars={[',', '\n']}
      acceptValueOnBlur
    />
  );
}
