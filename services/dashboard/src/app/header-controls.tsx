import {
  Button,
  NativeSelect,
  SegmentedControl,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { isMode, modes } from '../api/mode.js';
import { useSession } from '../api/session.js';
import { useMode, useWorkspace } from '../api/workspace.js';
import { toLabel } from '../components/status-badge.js';
import { type Entry, findPage } from './navigation.js';

/** The page that is open, for links to the same one elsewhere. */
function usePage(): Entry['to'] {
  return findPage(useLocation().pathname);
}

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

export function ColorSchemeSwitch() {
  // Without transitions Mantine would add a style element, which the policy of the page refuses.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Button size="xs" variant="default" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? 'Light' : 'Dark'}
      <span className="visually-hidden"> colours</span>
    </Button>
  );
}
