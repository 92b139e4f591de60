import { NativeSelect, Text } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useSession } from '../api/session.js';
import { useMode, useWorkspace } from '../api/workspace.js';
import { findPage } from './menu-entries.js';

/** Shows the workspace's name, or a select if the person is a member of several workspaces. */
export function WorkspaceSwitch() {
  const { memberships } = useSession();
  const { id, name } = useWorkspace();
  const mode = useMode();
  const page = findPage(useLocation().pathname);
  const navigate = useNavigate();
  if (memberships.length < 2) {
    return (
      <Text size="sm" fw={600} truncate>
        {name}
      </Text>
    );
  }
  return (
    <NativeSelect
      size="sm"
      aria-label="Workspace"
      value={id}
      data={memberships.map(({ workspace }) => ({ value: workspace.id, label: workspace.name }))}
      onChange={({ currentTarget }) => void navigate({ to: page, params: { workspaceId: currentTarget.value, mode } })}
    />
  );
}
