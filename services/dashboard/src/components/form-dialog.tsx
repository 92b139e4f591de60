import type { DrawerProps, ModalProps } from '@mantine/core';
import { DrawerDialog, ModalDialog } from './dialog.js';
import { UnsavedScope, useDialogScope } from './unsaved-forms.js';

/** A dialog with a form: a click beside it does nothing, and it does not close with something written in it before that is asked. */
export function FormModal({ onClose, children, ...props }: ModalProps) {
  const { scope, close } = useDialogScope(onClose);
  return (
    <ModalDialog closeOnClickOutside={false} {...props} onClose={() => void close()}>
      <UnsavedScope value={scope}>{children}</UnsavedScope>
    </ModalDialog>
  );
}

/** A drawer with a form, which closes as `FormModal` does. */
export function FormDrawer({ onClose, children, ...props }: DrawerProps) {
  const { scope, close } = useDialogScope(onClose);
  return (
    <DrawerDialog closeOnClickOutside={false} {...props} onClose={() => void close()}>
      <UnsavedScope value={scope}>{children}</UnsavedScope>
    </DrawerDialog>
  );
}
