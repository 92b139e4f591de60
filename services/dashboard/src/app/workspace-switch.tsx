import { NativeSelect, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../api/session.js';
import { useMode, useWorkspace } from '../api/workspace.js';
import { usePage } from './use-page.js';

/** The name of the workspace, or a choice where the person is in several. */
export function WorkspaceSwitch() {
  const { memberships } = useSession();
  const { id, name } = useWorkspace();
  const mode = useMode();
  const page = usePage();
  const navigate = useNavigate();
  if (memberships.length < 2) return <Text size="sm">{name}</Text>;
  return (
    <NativeSelect
      size="xs"
      aria-label="Workspace"
      value={id}
      data={memberships.map(({ workspace }) => ({ value: workspace.id, label: workspace.name }))}
      onChange={({ currentTarget }) => void navigate({ to: page, params: { workspaceId: currentTarget.value, mode } })}
    />
  );
}
