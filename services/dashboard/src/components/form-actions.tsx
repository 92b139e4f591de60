import { Button, Group, Text, type TextProps } from '@mantine/core';

/** What is wrong with a form, and belongs to none of its fields. */
export function FormProblem({ problem, mt }: Pick<TextProps, 'mt'> & { readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <Text mt={mt} c="var(--mantine-color-error)" size="sm" role="alert">
      {problem}
    </Text>
  );
}

interface FormActionsProps {
  /** The verb of the form, such as `Win lead`. */
  readonly label: string;
  readonly color?: string;
  readonly isBusy: boolean;
  readonly problem?: string | undefined;
  readonly cancelLabel?: string;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: why the last attempt failed, and the buttons. */
export function FormActions({ label, color, isBusy, problem, cancelLabel = 'Cancel', onCancel }: FormActionsProps) {
  return (
    <>
      <FormProblem problem={problem} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button type="submit" loading={isBusy} {...(color === undefined ? {} : { color })}>
          {label}
        </Button>
      </Group>
    </>
  );
}
