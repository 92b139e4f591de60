import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toWords } from '../api/problem.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface ConfirmButtonProps {
  readonly label: string;
  /** Accessible name that tells buttons with the same label apart: `Revoke Website`. */
  readonly name: string;
  readonly title: string;
  /** Explains the consequences. */
  readonly children: ReactNode;
  readonly isDestructive?: boolean;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button that asks for confirmation before it acts. The dialog shows an error and stays open. */
export function ConfirmButton({ label, name, title, children, isDestructive = true, onConfirm }: ConfirmButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const action = useMutation({ mutationFn: onConfirm, onSuccess: () => setIsOpen(false) });
  const ask = () => {
    action.reset();
    setIsOpen(true);
  };
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={name} onClick={ask}>
        {label}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={title}
        confirmLabel={label}
        isDestructive={isDestructive}
        isBusy={action.isPending}
        problem={action.error ? toWords(action.error) : undefined}
        onConfirm={() => action.mutate()}
        onClose={() => setIsOpen(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
