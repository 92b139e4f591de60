import { lazy, Suspense } from 'react';
import { TextSkeleton } from '../../ui/feedback/skeletons.js';
import type { HoldChangeProps } from './hold-change-forms.js';

const NewDocumentForm = lazy(async () => ({
  default: (await import('../documents/new-document-form.js')).NewDocumentForm,
}));

/** Creates a document of a hold, such as a reservation agreement. */
export function HoldDocumentForm({ hold, onClose }: HoldChangeProps) {
  return (
    <Suspense fallback={<TextSkeleton />}>
      <NewDocumentForm subject={{ type: 'hold', id: hold.id }} onClose={onClose} />
    </Suspense>
  );
}
