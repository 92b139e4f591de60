import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { LeadLink } from '../../../components/lead-link.js';
import type { Created } from './use-new-lead.js';

interface NewLeadAnswerProps {
  readonly created: Created;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}

/** Says that the lead is there, and who may be the same person. */
export function NewLeadAnswer({ created, onAgain, onClose }: NewLeadAnswerProps) {
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
        <Alert color="yellow" title="Possibly the same person">
          <Text size="sm">Others have this email or phone:</Text>
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
        <Button variant="default" onClick={onAgain}>
          Create another
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
