import type { DrawerProps, ModalProps } from '@mantine/core';
import { UnsavedScope, useDialogScope } from '../forms/unsaved-forms.js';
import { DrawerDialog, ModalDialog } from './dialog.js';

/** A modal with a form. Ignores clicks outside, and asks before it closes with unsaved input. */
export function FormModal({ onClose, children, ...props }: ModalProps) {
  const { scope, close } = useDialogScope(onClose);
  return (
    <ModalDialog closeOnClickOutside={false} {...props} onClose={() => void close()}>
      <UnsavedScope value={scope}>{children}</UnsavedScope>
    </ModalDialog>
  );
}

/** A drawer with a form. Closes as `FormModal` does. */
export function FormDrawer({ onClose, children, ...props }: DrawerProps) {
  const { scope, close } = useDialogScope(onClose);
  return (
    <DrawerDialog closeOnClickOutside={false} {...props} onClose={() => void close()}>
      <UnsavedScope value={scope}>{children}</UnsavedScope>
    </DrawerDialog>
  );
}
