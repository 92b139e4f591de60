import { Button, Group, Text } from '@mantine/core';

interface FormActionsProps {
  /** The verb of the form, such as `Win lead`. */
  readonly label: string;
  readonly color?: string;
  readonly isBusy: boolean;
  /** What is wrong and belongs to no field. */
  readonly problem?: string | undefined;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: why the last attempt failed, and the buttons. */
export function FormActions({ label, color, isBusy, problem, onCancel }: FormActionsProps) {
  return (
    <>
      {problem === undefined ? null : (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy} {...(color === undefined ? {} : { color })}>
          {label}
        </Button>
      </Group>
    </>
  );
}
