import { Checkbox, createTheme, Drawer, Modal, Notification } from '@mantine/core';

const closeButtonProps = { 'aria-label': 'Close' };

const shade = (index: number) => `var(--mantine-color-brand-${index})`;

/**
 * Defaults of behaviour. The style sheets beside this file hold the look, because the content security policy blocks
 * the style element in which Mantine writes variables. Mantine's scroll lock adds one too.
 */
export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'brand',
  colors: {
    brand: [shade(0), shade(1), shade(2), shade(3), shade(4), shade(5), shade(6), shade(7), shade(8), shade(9)],
  },
  components: {
    // The default radius would make it round, like a radio button.
    Checkbox: Checkbox.extend({ defaultProps: { radius: 'sm' } }),
    // Its arrows are too small for a finger. The component isn't imported here, so that its code loads with the forms.
    NumberInput: { defaultProps: { hideControls: true } },
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true, closeButtonProps } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false, closeButtonProps } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
    // Mantine renders a <header>, which would be a second banner landmark.
    ModalHeader: Modal.Header.extend({ defaultProps: { role: 'none' } }),
    DrawerHeader: Drawer.Header.extend({ defaultProps: { role: 'none' } }),
  },
});
