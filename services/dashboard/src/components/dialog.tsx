import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core';
import { useFocusReturn } from './focus-return.js';

/** A dialog that gives the focus back when it closes, be it mounted open or opened by what is gone by then. */
export function ModalDialog(props: ModalProps) {
  return <Modal returnFocus={false} {...props} ref={useFocusReturn(props.opened)} />;
}

/** A drawer that gives the focus back as `ModalDialog` does. */
export function DrawerDialog(props: DrawerProps) {
  return <Drawer returnFocus={false} {...props} ref={useFocusReturn(props.opened)} />;
}
