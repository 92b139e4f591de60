import { Button, Group, Text, type TextProps } from '@mantine/core';

/** Shows an error that belongs to the form as a whole. */
export function FormProblem({ problem, mt }: Pick<TextProps, 'mt'> & { readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <Text mt={mt} c="var(--mantine-color-error)" size="sm" role="alert">
      {problem}
    </Text>
  );
}

interface FormActionsProps {
  /** Starts with a verb, such as `Create lead`. */
  readonly label: string;
  readonly color?: string;
  readonly isBusy: boolean;
  readonly problem?: string | undefined;
  readonly cancelLabel?: string;
  readonly onCancel: () => void;
}

/** The error and the buttons at the end of a form in a dialog. */
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
