import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from './follow-changes.js';
import { createRefresher } from './refresh-changed.js';
import { useTenant } from './workspace.js';

/** Keeps a workspace's page up to date while other people change its records. */
export function useLiveChanges(): void {
  const [workspaceId, mode] = useTenant().key;
  const client = useQueryClient();
  useEffect(() => {
    const { onChanges, onReset, stop } = createRefresher(client, [workspaceId, mode]);
    const url = `/${mode}/changes?workspace_id=${encodeURIComponent(workspaceId)}`;
    const stopFollowing = followChanges({ url, onChanges, onReset });
    return () => {
      stopFollowing();
      stop();
    };
  }, [client, workspaceId, mode]);
}
