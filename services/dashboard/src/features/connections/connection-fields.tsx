import { PasswordInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import type { ProviderField } from './connection-queries.js';
import type { ConnectionValues } from './connection-values.js';

interface FieldProps {
  readonly field: ProviderField;
  readonly path: string;
  readonly form: UseFormReturnType<ConnectionValues>;
  /** A stored secret is never shown. Leaving the field empty keeps it. */
  readonly isStored: boolean;
}

function Field({ field: { label, type, required, help, max_length: maxLength }, path, form, isStored }: FieldProps) {
  const props = {
    label,
    description: isStored ? `${help} Leave this empty to keep the stored value.` : help,
    required: required && !isStored,
    maxLength,
    autoComplete: 'off',
    ...form.getInputProps(path),
  };
  // A password field would drop the line breaks of a private key.
  if (type === 'multiline_secret') return <Textarea autosize minRows={4} maxRows={8} spellCheck={false} {...props} />;
  if (type !== 'secret') return <TextInput type={type === 'url' ? 'url' : 'text'} {...props} />;
  return (
    <PasswordInput
      {...props}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': `Show ${label}` }}
    />
  );
}

interface ConnectionFieldsProps {
  readonly settings: readonly ProviderField[];
  readonly credentials: readonly ProviderField[];
  readonly form: UseFormReturnType<ConnectionValues>;
  readonly isNew: boolean;
  readonly hint: string;
}

/** Inputs for the fields of a provider, as the API describes them. */
export function ConnectionFields({ settings, credentials, form, isNew, hint }: ConnectionFieldsProps) {
  const { credentials: refusal } = form.errors;
  return (
    <Stack gap="md">
      {settings.map((field) => (
        <Field key={field.name} field={field} path={`settings.${field.name}`} form={form} isStored={false} />
      ))}
      {isNew || credentials.length === 0 ? null : (
        <Text size="sm">
          Stored credentials: <b>{hint}</b>
        </Text>
      )}
      {credentials.map((field) => (
        <Field key={field.name} field={field} path={`credentials.${field.name}`} form={form} isStored={!isNew} />
      ))}
      <ProblemText problem={typeof refusal === 'string' ? refusal : undefined} />
    </Stack>
  );
}
