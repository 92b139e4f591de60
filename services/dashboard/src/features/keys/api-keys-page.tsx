import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { GroupPage } from '../navigation/group-page.js';
import { ApiKeyTable } from './api-key-table.js';
import { NewKeyDialog } from './new-key-dialog.js';

export function ApiKeysPage() {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [created, setCreated] = useState<string>();
  const createButton = <Button onClick={open}>Create API key</Button>;
  const showCreated = (key: string) => {
    setCreated(key);
    close();
  };
  return (
    <GroupPage
      group="developers"
      title="API keys"
      description="Keys your software uses to call the API"
      guide="authentication"
      actions={createButton}
    >
      <ApiKeyTable
        empty={
          <EmptyState title="No API keys yet" action={createButton}>
            An API key lets your website or other software read and change the data that you allow.
          </EmptyState>
        }
      />
      <NewKeyDialog key={String(isOpen)} opened={isOpen} onClose={close} onCreated={showCreated} />
      <SecretDialog title="Your new API key" label="API key" value={created} onStored={() => setCreated(undefined)} />
    </GroupPage>
  );
}
