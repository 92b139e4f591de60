import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMode, useWorkspace } from '../../../api/workspace.js';
import { TextLink } from '../../../components/text-link.js';
import type { Created, CreatedLead } from './use-new-lead.js';

function LeadLink({ lead }: { readonly lead: CreatedLead }) {
  const { id: workspaceId } = useWorkspace();
  const params = { workspaceId, mode: useMode(), leadId: lead.id };
  return (
    <TextLink to="/$workspaceId/$mode/pipeline/$leadId" params={params} underline="always">
      {lead.name}
    </TextLink>
  );
}

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
        <LeadLink lead={lead} /> was created.
      </Text>
      {duplicates.length === 0 ? null : (
        <Alert color="yellow" title="Possibly the same person">
          <Text size="sm">Others have this email or phone:</Text>
          <ul>
            {duplicates.map((one) => (
              <li key={one.id}>
                <LeadLink lead={one} />
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
