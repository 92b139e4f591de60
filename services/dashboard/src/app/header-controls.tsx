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
import { toChoices } from '../ui/format/label.js';
import { type Entry, findPage } from './menu-entries.js';

/** Returns the current page, to link to the same one in another workspace or mode. */
function useCurrentPage(): Entry['to'] {
  return findPage(useLocation().pathname);
}

/** The workspace's name, or a select if the person is a member of several. */
export function WorkspaceSwitch() {
  const { memberships } = useSession();
  const { id, name } = useWorkspace();
  const mode = useMode();
  const page = useCurrentPage();
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

/** Switches the current page between live and sandbox. */
export function ModeSwitch() {
  const { id } = useWorkspace();
  const navigate = useNavigate();
  const page = useCurrentPage();
  const onChange = (mode: string) => {
    if (isMode(mode)) void navigate({ to: page, params: { workspaceId: id, mode } });
  };
  return <SegmentedControl size="xs" aria-label="Data" value={useMode()} data={toChoices(modes)} onChange={onChange} />;
}

export function ColorSchemeSwitch() {
  // To suppress transitions Mantine adds a style element, which the content security policy blocks.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Button size="xs" variant="default" onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? 'Light' : 'Dark'}
      <span className="visually-hidden"> colours</span>
    </Button>
  );
}
