import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/icons/IconChevronDown';
import IconDeviceDesktop from '@tabler/icons-react/icons/IconDeviceDesktop';
import IconFlask from '@tabler/icons-react/icons/IconFlask';
import IconLogout from '@tabler/icons-react/icons/IconLogout';
import IconMoon from '@tabler/icons-react/icons/IconMoon';
import IconSun from '@tabler/icons-react/icons/IconSun';
import IconUserCircle from '@tabler/icons-react/icons/IconUserCircle';
import { Link } from '@tanstack/react-router';
import { useSession } from '../api/session.js';
import { useMode, useRole, useWorkspace } from '../api/workspace.js';
import { toLabel } from '../ui/format/label.js';
import { PersonAvatar } from '../ui/page/person-avatar.js';
import classes from './account-menu.module.css';
import { useModeSwitch } from './mode-switch.js';

const colourSchemes = [
  { value: 'light', label: 'Light theme', icon: IconSun },
  { value: 'dark', label: 'Dark theme', icon: IconMoon },
  { value: 'auto', label: 'Theme of this device', icon: IconDeviceDesktop },
] as const;

function ThemeItems() {
  // To suppress transitions Mantine adds a style element, which the content security policy blocks.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return colourSchemes.map(({ value, label, icon: Icon }) => (
    <Menu.Item
      key={value}
      data-current={colorScheme === value}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={() => setColorScheme(value)}
      className={classes.theme}
    >
      {label}
      {colorScheme === value ? <span className="visually-hidden"> (current)</span> : null}
    </Menu.Item>
  ));
}

/**
 * Shows the signed-in person with their role. The menu contains their profile, the theme, the sandbox and signing out.
 */
export function AccountMenu() {
  const { person } = useSession();
  const { id } = useWorkspace();
  const mode = useMode();
  const role = toLabel(useRole());
  const { usesSandbox, switchTo } = useModeSwitch();
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton className={classes.target}>
          <span className="visually-hidden">Account: </span>
          <PersonAvatar name={person.name} size={32} />
          <span className={classes.who}>
            <span className={classes.name}>{person.name}</span>
            <span className={classes.role}>{role}</span>
          </span>
          <IconChevronDown size={16} aria-hidden className={classes.chevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{person.email}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserCircle size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link {...props} to="/$workspaceId/$mode/profile" params={{ workspaceId: id, mode }} />
          )}
        >
          Profile
        </Menu.Item>
        {usesSandbox && mode === 'live' ? (
          <Menu.Item leftSection={<IconFlask size={16} aria-hidden />} onClick={() => switchTo('sandbox')}>
            Open the sandbox
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <ThemeItems />
        <Menu.Divider />
        <Menu.Item component="a" href="/auth/sign-out" leftSection={<IconLogout size={16} aria-hidden />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
