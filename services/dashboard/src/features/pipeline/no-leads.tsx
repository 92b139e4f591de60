import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCan, useTenant } from '../../api/workspace.js';
import { EmptyState } from '../../ui/feedback/states.js';

/** Replaces an empty board or table for people who may create leads. */
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
      Choose “New lead” to add one, or import leads from a file or another system.
    </EmptyState>
  );
}
