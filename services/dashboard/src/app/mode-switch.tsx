import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { isMode, modes } from '../api/mode.js';
import { useMode, useWorkspace } from '../api/workspace.js';
import { toLabel } from '../components/status-badge.js';
import { usePage } from './use-page.js';

/** Shows the same page with the other set of data. */
export function ModeSwitch() {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  const page = usePage();
  const onChange = (mode: string) => {
    if (isMode(mode)) void navigate({ to: page, params: { workspaceId: id, mode } });
  };
  return (
    <SegmentedControl
      size="xs"
      aria-label="Data"
      value={useMode()}
      data={modes.map((mode) => ({ value: mode, label: toLabel(mode) }))}
      onChange={onChange}
    />
  );
}
