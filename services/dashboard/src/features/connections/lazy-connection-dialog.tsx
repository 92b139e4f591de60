import { lazy, Suspense } from 'react';
import type { ConnectionDialogProps } from './connection-dialog.js';

// Loaded when it opens.
const ConnectionDialog = lazy(async () => ({ default: (await import('./connection-dialog.js')).ConnectionDialog }));

/** The dialog of a connection, while it is open. */
export function LazyConnectionDialog({ opened, ...props }: ConnectionDialogProps & { readonly opened: boolean }) {
  return <Suspense>{opened ? <ConnectionDialog {...props} /> : null}</Suspense>;
}
