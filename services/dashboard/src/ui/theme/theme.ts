import { Checkbox, createTheme, Drawer, Modal, Notification } from '@mantine/core';

const closeButtonProps = { 'aria-label': 'Close' };

const shade = (index: number) => `var(--mantine-color-brand-${index})`;

/**
 * Default behaviour of components. The style sheets beside this file define the appearance. The content security policy
 * blocks the style elements that Mantine adds for variables and for its scroll lock.
 */
export const theme = createTheme({
  respectReducedMotion: true,
  primaryColor: 'brand',
  colors: {
    brand: [shade(0), shade(1), shade(2), shade(3), shade(4), shade(5), shade(6), shade(7), shade(8), shade(9)],
  },
  components: {
    // With the default radius, it would be round like a radio button.
    Checkbox: Checkbox.extend({ defaultProps: { radius: 'sm' } }),
    // The arrows of the field are too small for a finger. The component isn't imported here, so that its code loads
    // with the forms.
    NumberInput: { defaultProps: { hideControls: true } },
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true, closeButtonProps } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false, closeButtonProps } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
    // Mantine renders a <header>, which would be a second banner landmark.
    ModalHeader: Modal.Header.extend({ defaultProps: { role: 'none' } }),
    DrawerHeader: Drawer.Header.extend({ defaultProps: { role: 'none' } }),
  },
});
