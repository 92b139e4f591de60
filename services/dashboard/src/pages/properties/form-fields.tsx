import { NativeSelect, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { toLabel } from '../../components/status-badge.js';

interface FieldProps<T> {
  readonly form: UseFormReturnType<T>;
  readonly path: string;
  readonly label: string;
}

/** A choice among the words of the contract. */
export function ChoiceField<T>({
  form,
  path,
  label,
  choices,
}: FieldProps<T> & { readonly choices: readonly string[] }) {
  const data = choices.map((value) => ({ value, label: toLabel(value) }));
  return <NativeSelect label={label} data={data} {...form.getInputProps(path)} />;
}

/** Several texts, such as features or addresses of pictures; a refusal of one of them is shown at the field. */
export function ListField<T>({ form, path, label, description }: FieldProps<T> & { readonly description: string }) {
  const { error, ...input } = form.getInputProps(path);
  const [name, message] = Object.entries(form.errors).find(([one]) => one.startsWith(`${path}.`)) ?? [];
  const place = Number(name?.slice(path.length + 1)) + 1;
  return (
    <TagsInput
      label={label}
      description={description}
      {...input}
      error={error ?? (message === undefined ? undefined : `Entry ${place} ${message}`)}
      splitChars={[',', '\n']}
      acceptValueOnBlur
    />
  );
}
