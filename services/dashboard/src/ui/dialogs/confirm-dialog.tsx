import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemText } from '../feedback/problem-text.js';
import { ModalDialog } from './dialog.js';

interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** Starts with a verb, such as `Revoke key`. */
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  readonly isDestructive?: boolean;
  readonly isBusy?: boolean;
  /** Error of the last attempt. */
  readonly error?: unknown;
  /** Text that is shown instead of the error. */
  readonly problem?: string | undefined;
  /** Set it to appear above another dialog. */
  readonly zIndex?: number;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirmLabel, isDestructive = false, isBusy = false, problem } = props;
  const { cancelLabel = 'Cancel', zIndex } = props;
  return (
    <ModalDialog opened={opened} onClose={props.onClose} title={title} zIndex={zIndex}>
      {children}
      <ProblemText error={props.error} problem={problem} mt="sm" />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {cancelLabel}
        </Button>
        <Button loading={isBusy} onClick={props.onConfirm} {...(isDestructive ? { color: 'red' } : {})}>
          {confirmLabel}
        </Button>
      </Group>
    </ModalDialog>
  );
}
