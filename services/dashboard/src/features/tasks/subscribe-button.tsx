import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const SubscribeDialog = lazy(async () => ({ default: (await import('./subscribe-dialog.js')).SubscribeDialog }));

/** Opens the dialog that connects the tasks to other calendar programs. */
export function SubscribeButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Subscribe
      </Button>
      {isOpen ? (
        <Suspense>
          <SubscribeDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
