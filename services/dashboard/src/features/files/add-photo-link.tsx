import { Button, Group, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';

function findUrlFault(url: string): string | null {
  const isWeb = /^https?:\/\/./i.test(url) && URL.canParse(url);
  return isWeb && url.length <= 2_000 ? null : 'Enter an address that starts with https://.';
}

/** Adds a picture from another website by its address. */
export function AddPhotoLink({ onAdd }: { readonly onAdd: (url: string) => void }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const [url, setUrl] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = findUrlFault(url.trim());
    setFault(found);
    if (found !== null) return;
    onAdd(url.trim());
    setUrl('');
    close();
  };
  if (!isOpen) {
    return (
      <div>
        <Button size="compact-sm" variant="subtle" onClick={open}>
          Add a link instead
        </Button>
      </div>
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Group align="end" gap="xs">
        <TextInput
          label="Address of the picture"
          type="url"
          value={url}
          error={fault}
          flex={1}
          autoFocus
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Add
        </Button>
      </Group>
    </form>
  );
}
