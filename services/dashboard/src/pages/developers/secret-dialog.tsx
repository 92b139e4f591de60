import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../../components/copy-field.js';
import { ModalDialog } from '../../components/dialog.js';

interface SecretDialogProps {
  readonly title: string;
  readonly label: string;
  /** Undefined while there is nothing to show. */
  readonly value: string | undefined;
  /** What else there is to know, such as how long the former one is good. */
  readonly note?: string;
  readonly onStored: () => void;
}

/** Shows a secret the one time that it can be shown; nothing but its button closes it. */
export function SecretDialog({ title, label, value, note, onStored }: SecretDialogProps) {
  return (
    <ModalDialog
      opened={value !== undefined}
      onClose={onStored}
      title={title}
      centered
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Stack gap="sm">
        <Text size="sm">Copy it now and keep it where only your programs can read it. It is not shown again.</Text>
        <CopyField label={label} value={value ?? ''} />
        {note === undefined ? null : <Text size="sm">{note}</Text>}
        <Group justify="flex-end">
          <Button onClick={onStored}>I have stored it</Button>
        </Group>
      </Stack>
    </ModalDialog>
  );
}
