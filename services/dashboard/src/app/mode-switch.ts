import { useLocation, useNavigate } from '@tanstack/react-router';
import type { Mode } from '../api/mode.js';
import { useCan, useMembership, useMode } from '../api/workspace.js';
import { findPage } from './menu-entries.js';

interface ModeSwitch {
  /** False for people who neither have a sandbox agent nor may set up the workspace. They never see the sandbox. */
  readonly usesSandbox: boolean;
  /** Opens the current page in the other mode. */
  readonly switchTo: (mode: Mode) => void;
}

export function useModeSwitch(): ModeSwitch {
  const { workspace, sandbox_agent_id } = useMembership();
  const isAdministrator = useCan('administer');
  const isSandbox = useMode() === 'sandbox';
  const page = findPage(useLocation().pathname);
  const navigate = useNavigate();
  return {
    usesSandbox: isAdministrator || isSandbox || sandbox_agent_id !== null,
    switchTo: (mode) => void navigate({ to: page, params: { workspaceId: workspace.id, mode } }),
  };
}
