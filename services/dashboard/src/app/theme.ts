import { createTheme, Drawer, Modal, Notification } from '@mantine/core';

const closeButtonProps = { 'aria-label': 'Close' };

/** Behaviour alone; colours are in colours.css. A dialog must not lock the scroll by a style element, which the page's policy refuses. */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true, closeButtonProps } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false, closeButtonProps } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
    // The heading of a dialog is no second banner of the page.
    ModalHeader: Modal.Header.extend({ defaultProps: { role: 'none' } }),
    DrawerHeader: Drawer.Header.extend({ defaultProps: { role: 'none' } }),
  },
});
