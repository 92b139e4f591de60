import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTenant } from '../../api/workspace.js';

export function DealLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const [workspaceId, mode] = useTenant().key;
  return (
    <Link to="/$workspaceId/$mode/deals/$dealId" params={{ workspaceId, mode, dealId: id }}>
      {children}
    </Link>
  );
}
