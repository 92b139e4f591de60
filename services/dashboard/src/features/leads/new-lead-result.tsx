import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { LeadLink } from '../navigation/lead-link.js';
import type { Created } from './use-new-lead.js';

interface NewLeadResultProps {
  readonly created: Created;
  readonly onCreateAnother: () => void;
  readonly onClose: () => void;
}

/** Confirms the new lead, and lists possible duplicates. */
export function NewLeadResult({ created, onCreateAnother, onClose }: NewLeadResultProps) {
  const { lead, duplicates } = created;
  return (
    <Stack gap="md">
      <Text role="status">
        <LeadLink id={lead.id} underline="always">
          {lead.name}
        </LeadLink>{' '}
        was created.
      </Text>
      {duplicates.length === 0 ? null : (
        <Alert color="yellow" title="Possible duplicates">
          <Text size="sm">These leads have the same email or phone:</Text>
          <ul>
            {duplicates.map((one) => (
              <li key={one.id}>
                <LeadLink id={one.id} underline="always">
                  {one.name}
                </LeadLink>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCreateAnother}>
          Create another
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
