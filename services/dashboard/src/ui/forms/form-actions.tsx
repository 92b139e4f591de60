import { Button, Group } from '@mantine/core';
import { ProblemText } from '../feedback/problem-text.js';
import classes from './form-actions.module.css';

interface FormActionsProps {
  /** Starts with a verb, such as `Create lead`. */
  readonly label: string;
  readonly color?: string;
  readonly isBusy: boolean;
  /** Error of the last attempt. */
  readonly error?: unknown;
  /** Text that is shown instead of the error. */
  readonly problem?: string | undefined;
  readonly cancelLabel?: string;
  /** Undefined in a form that can't be cancelled. */
  readonly onCancel?: (() => void) | undefined;
}

/** Error and buttons at the end of a form. They remain visible while a long form scrolls. */
export function FormActions(props: FormActionsProps) {
  const { label, color, isBusy, error, problem, cancelLabel = 'Cancel', onCancel } = props;
  return (
    <div className={classes.actions}>
      <ProblemText error={error} problem={problem} />
      <Group justify="flex-end" gap="sm">
        {onCancel === undefined ? null : (
          <Button variant="default" onClick={onCancel}>
            {cancelLabel}
          </Button>
        )}
        <Button type="submit" loading={isBusy} {...(color === undefined ? {} : { color })}>
          {label}
        </Button>
      </Group>
    </div>
  );
}
