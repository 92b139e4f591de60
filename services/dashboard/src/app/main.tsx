import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@fontsource-variable/inter/wght.css';
import '../ui/theme/tokens.css';
import '../ui/theme/mantine.css';
import '../ui/theme/colours.css';
import '../ui/theme/base.css';
import '../ui/theme/touch.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/query-client.js';
import { reloadWhenRestored } from '../api/sign-in.js';
import { theme } from '../ui/theme/theme.js';
import { router } from './router.js';
import { SignedOutDialog } from './signed-out-dialog.js';

const container = document.getElementById('root');
if (!container) throw new Error('The page has no #root element.');

reloadWhenRestored();

// The content security policy blocks style elements, so variables and classes come from style sheets.
const app = (
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Notifications />
        <RouterProvider router={router} />
        <SignedOutDialog />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
);

// React renders a transition in short tasks, so that a slow phone reacts meanwhile.
startTransition(() => createRoot(container).render(app));
