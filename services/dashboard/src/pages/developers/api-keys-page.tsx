import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { EmptyState } from '../../components/states.js';
import { ApiKeyTable } from './api-key-table.js';
import { DeveloperPage } from './developer-page.js';
import { NewKeyDialog } from './new-key-dialog.js';
import { SecretDialog } from './secret-dialog.js';

/** The keys by which programs use the API. */
export function ApiKeysPage() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [created, setCreated] = useState<string>();
  const createButton = <Button onClick={open}>Create API key</Button>;
  const showCreated = (key: string) => {
    setCreated(key);
    close();
  };
  return (
    <DeveloperPage
      title="API keys"
      description="What a program shows to use the API for this workspace."
      actions={createButton}
    >
      <ApiKeyTable
        empty={
          <EmptyState title="No API keys yet" action={createButton}>
            A key lets your web site, or any program of yours, read and change what you allow it to.
          </EmptyState>
        }
      />
      <NewKeyDialog key={String(isOpen)} opened={isOpen} onClose={close} onCreated={showCreated} />
      <SecretDialog title="Your new API key" label="API key" value={created} onStored={() => setCreated(undefined)} />
    </DeveloperPage>
  );
}
