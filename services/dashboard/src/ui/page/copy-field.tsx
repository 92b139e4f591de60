import { Button, CopyButton, Group, TextInput } from '@mantine/core';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly description?: string;
}

/** A value to copy, such as a key that is shown once. */
export function CopyField({ label, value, description }: CopyFieldProps) {
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <TextInput
        label={label}
        value={value}
        readOnly
        flex={1}
        onFocus={(event) => event.currentTarget.select()}
        {...(description === undefined ? {} : { description })}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} aria-label={copied ? `${label} copied` : `Copy ${label}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
