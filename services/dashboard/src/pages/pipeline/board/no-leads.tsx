import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan, useTenant } from '../../../api/workspace.js';
import { EmptyState } from '../../../components/states.js';

/** What whoever may create leads sees before there are any. */
export function NoLeads() {
  const [workspaceId, mode] = useTenant().key;
  const importLink = (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/$workspaceId/$mode/transfers/new" params={{ workspaceId, mode }} />}
    >
      Import a file
    </Button>
  );
  return (
    <EmptyState title="No leads yet" action={useCan('transfer') ? importLink : undefined}>
      Add people who may buy by “New lead”, or import those that you have in a file or another system.
    </EmptyState>
  );
}
