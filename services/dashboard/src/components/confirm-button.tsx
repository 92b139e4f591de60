import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toWords } from '../api/problem.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface ConfirmButtonProps {
  readonly label: string;
  /** For screen readers, where several buttons have the same label: `Revoke Website`. */
  readonly name: string;
  readonly title: string;
  /** What follows from it. */
  readonly children: ReactNode;
  readonly isDestructive?: boolean;
  readonly onConfirm: () => Promise<unknown>;
}

/** A button whose action is done once it is confirmed; a refusal is told in the dialog. */
export function ConfirmButton({ label, name, title, children, isDestructive = true, onConfirm }: ConfirmButtonProps) {
  const [isAsked, setIsAsked] = useState(false);
  const action = useMutation({ mutationFn: onConfirm, onSuccess: () => setIsAsked(false) });
  const ask = () => {
    action.reset();
    setIsAsked(true);
  };
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={name} onClick={ask}>
        {label}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={title}
        confirmLabel={label}
        isDestructive={isDestructive}
        isBusy={action.isPending}
        problem={action.error ? toWords(action.error) : undefined}
        onConfirm={() => action.mutate()}
        onClose={() => setIsAsked(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
