import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../page/copy-field.js';
import { ModalDialog } from './dialog.js';

interface SecretDialogProps {
  readonly title: string;
  readonly label: string;
  /** Undefined while the dialog is closed. */
  readonly value: string | undefined;
  /** Further advice, such as how long the old secret keeps working. */
  readonly note?: string;
  readonly onStored: () => void;
}

/**
 * Shows a secret once. Only its button closes the dialog, so that neither Escape nor a click outside loses the secret.
 */
export function SecretDialog({ title, label, value, note, onStored }: SecretDialogProps) {
  return (
    <ModalDialog
      opened={value !== undefined}
      onClose={onStored}
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="sm">
        <Text size="sm">Copy it now and store it securely. We won't show it again.</Text>
        <CopyField label={label} value={value ?? ''} />
        {note === undefined ? null : <Text size="sm">{note}</Text>}
        <Group justify="flex-end">
          <Button onClick={onStored}>I've stored it</Button>
        </Group>
      </Stack>
    </ModalDialog>
  );
}
