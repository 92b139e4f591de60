import { useMantineColorScheme } from '@mantine/core';
import IconBuilding from '@tabler/icons-react/icons/IconBuilding';
import IconCalendarPlus from '@tabler/icons-react/icons/IconCalendarPlus';
import IconDeviceDesktop from '@tabler/icons-react/icons/IconDeviceDesktop';
import IconFileImport from '@tabler/icons-react/icons/IconFileImport';
import IconFlask from '@tabler/icons-react/icons/IconFlask';
import IconMoon from '@tabler/icons-react/icons/IconMoon';
import IconSun from '@tabler/icons-react/icons/IconSun';
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus';
import IconUsersPlus from '@tabler/icons-react/icons/IconUsersPlus';
import { useNavigate } from '@tanstack/react-router';
import type { Mode } from '../../api/mode.js';
import { can } from '../../api/roles.js';
import { useSession } from '../../api/session.js';
import { useRole, useTenant } from '../../api/workspace.js';
import type { Entry } from './entry.js';

/** Dialogs that an action opens. */
export type ActionDialog = 'lead' | 'task' | 'invitation';

/** Whether the person may use the sandbox, and a function that switches the mode. */
export interface ModeSwitch {
  readonly usesSandbox: boolean;
  readonly switchTo: (mode: Mode) => void;
}

/** Returns the actions that the person's role allows on any page. */
export function useActions(
  open: (dialog: ActionDialog) => void,
  { usesSandbox, switchTo }: ModeSwitch,
): readonly Entry[] {
  const role = useRole();
  const [workspaceId, mode] = useTenant().key;
  const { memberships } = useSession();
  const navigate = useNavigate();
  // To suppress transitions Mantine adds a style element, which the content security policy blocks.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const other = mode === 'live' ? 'sandbox' : 'live';
  const importFile = () => void navigate({ to: '/$workspaceId/$mode/transfers/new', params: { workspaceId, mode } });
  const create: readonly Entry[] = [
    { id: 'new lead', label: 'New lead', keywords: 'add create', icon: IconUserPlus, run: () => open('lead') },
    { id: 'new task', label: 'New task', keywords: 'add create', icon: IconCalendarPlus, run: () => open('task') },
  ];
  const invite = {
    label: 'Invite a person',
    keywords: 'add agent',
    icon: IconUsersPlus,
    run: () => open('invitation'),
  };
  const themes: readonly Entry[] = [
    { id: 'light', label: 'Light theme', icon: IconSun, run: () => setColorScheme('light') },
    { id: 'dark', label: 'Dark theme', icon: IconMoon, run: () => setColorScheme('dark') },
    { id: 'auto', label: 'Theme of this device', icon: IconDeviceDesktop, run: () => setColorScheme('auto') },
  ];
  const workspaces = memberships
    .filter(({ workspace }) => workspace.id !== workspaceId)
    .map(({ workspace }) => ({
      id: `workspace ${workspace.id}`,
      label: `Switch to ${workspace.name}`,
      keywords: 'workspace',
      icon: IconBuilding,
      run: () => void navigate({ to: '/$workspaceId/$mode/today', params: { workspaceId: workspace.id, mode } }),
    }));
  const sandbox = { label: mode === 'live' ? 'Open the sandbox' : 'Leave the sandbox', icon: IconFlask };
  return [
    ...(can(role, 'write') ? create : []),
    ...(can(role, 'transfer')
      ? [{ id: 'import', label: 'Import a file', keywords: 'csv excel', icon: IconFileImport, run: importFile }]
      : []),
    ...(can(role, 'administer') ? [{ id: 'invite', ...invite }] : []),
    ...(usesSandbox ? [{ id: 'mode', ...sandbox, run: () => switchTo(other) }] : []),
    ...workspaces,
    ...themes,
  ];
}
