import type { ReactNode } from 'react';
import { useTenant } from '../../api/workspace.js';
import { TextLink } from '../../ui/page/text-link.js';

export function DealLink({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  const [workspaceId, mode] = useTenant().key;
  return (
    <TextLink to="/$workspaceId/$mode/deals/$dealId" params={{ workspaceId, mode, dealId: id }}>
      {children}
    </TextLink>
  );
}
