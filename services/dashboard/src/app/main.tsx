import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './colours.css';
import './base.css';
import { createTheme, Drawer, MantineProvider, Modal, Notification } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/query-client.js';
import { reloadWhenRestored } from '../api/sign-in.js';
import { router } from './router.js';
import { SignedOutDialog } from './signed-out-dialog.js';

const closeButtonProps = { 'aria-label': 'Close' };

/** Defaults of behaviour; colours are in colours.css. Mantine's scroll lock adds a style element, which the content security policy blocks. */
const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({ defaultProps: { lockScroll: false, centered: true, closeButtonProps } }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false, closeButtonProps } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
    // Mantine renders a <header>, which would be a second banner landmark.
    ModalHeader: Modal.Header.extend({ defaultProps: { role: 'none' } }),
    DrawerHeader: Drawer.Header.extend({ defaultProps: { role: 'none' } }),
  },
});

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root element.');

reloadWhenRestored();

// The content security policy blocks style elements, so variables and classes come from style sheets.
createRoot(container).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Notifications />
        <RouterProvider router={router} />
        <SignedOutDialog />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
