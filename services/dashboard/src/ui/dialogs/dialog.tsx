import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './use-focus-return.js';

/**
 * Modal that returns the focus when it closes, even if it was mounted open or the element that opened it no longer
 * exists.
 */
export function ModalDialog(props: ModalProps) {
  return <Modal returnFocus={false} {...props} ref={useFocusReturn(props.opened)} />;
}

/** A drawer that returns the focus as `ModalDialog` does. */
export function DrawerDialog(props: DrawerProps) {
  return <Drawer returnFocus={false} {...props} ref={useFocusReturn(props.opened)} />;
}
