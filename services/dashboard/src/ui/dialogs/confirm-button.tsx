import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeError } from '../../api/problem.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface ConfirmButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'color' | 'c'> {
  readonly label: string;
  /** Accessible name that distinguishes buttons with the same label, such as `Revoke Website`. */
  readonly name?: string;
  readonly title: string;
  /** Label of the dialog's button. Starts with a verb. Defaults to this button's label. */
  readonly confirmLabel?: string;
  /** Explains the consequences. */
  readonly children: ReactNode;
  readonly isDestructive?: boolean;
  readonly onConfirm: () => Promise<unknown>;
  /** Explains why the action failed. Defaults to the API's message. */
  readonly describeFailure?: (error: unknown) => string;
}

/**
 * Button that asks for confirmation before it acts. If the action fails, the dialog shows the error and remains open.
 */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, name, title, confirmLabel = label, children, isDestructive = true, onConfirm } = props;
  const { describeFailure = describeError, size = 'compact-sm', variant = 'default', color, c } = props;
  const [isOpen, setIsOpen] = useState(false);
  const action = useMutation({ mutationFn: onConfirm, onSuccess: () => setIsOpen(false) });
  const ask = () => {
    action.reset();
    setIsOpen(true);
  };
  return (
    <>
      <Button size={size} variant={variant} color={color} c={c} aria-label={name} onClick={ask}>
        {label}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={title}
        confirmLabel={confirmLabel}
        isDestructive={isDestructive}
        isBusy={action.isPending}
        problem={action.error ? describeFailure(action.error) : undefined}
        onConfirm={() => action.mutate()}
        onClose={() => setIsOpen(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
