import { createTheme, Drawer, Modal } from '@mantine/core';

/** Behaviour alone; colours are in colours.css. A dialog must not lock the scroll by a style element, which the page's policy refuses. */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { lockScroll: false } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false } }),
  },
});
