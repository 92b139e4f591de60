import { lazy, Suspense } from 'react';
import type { ConnectionDialogProps } from './connection-dialog.js';

// The code is loaded when the dialog opens.
const ConnectionDialog = lazy(async () => ({ default: (await import('./connection-dialog.js')).ConnectionDialog }));

/** Dialog of a connection. Rendered only while it is open. */
export function LazyConnectionDialog({ opened, ...props }: ConnectionDialogProps & { readonly opened: boolean }) {
  return <Suspense>{opened ? <ConnectionDialog {...props} /> : null}</Suspense>;
}
