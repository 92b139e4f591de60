import { createTheme, Drawer, Modal, Notification } from '@mantine/core';

/** Behaviour alone; colours are in colours.css. A dialog must not lock the scroll by a style element, which the page's policy refuses. */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { lockScroll: false } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
    // The heading of a dialog is no second banner of the page.
    ModalHeader: Modal.Header.extend({ defaultProps: { role: 'none' } }),
    DrawerHeader: Drawer.Header.extend({ defaultProps: { role: 'none' } }),
  },
});
