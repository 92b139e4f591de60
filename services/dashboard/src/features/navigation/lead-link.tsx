import type { AnchorProps } from '@mantine/core';
import { useMode, useWorkspace } from '../../api/workspace.js';
import { TextLink } from '../../ui/page/text-link.js';

interface LeadLinkProps extends Pick<AnchorProps, 'fw' | 'underline'> {
  readonly id: string;
  /** Pass -1 if the link is reached with keys other than Tab. */
  readonly tabIndex?: number;
  readonly children: string;
}

/** A link to the page of a lead. */
export function LeadLink({ id: leadId, ...look }: LeadLinkProps) {
  const { id: workspaceId } = useWorkspace();
  const mode = useMode();
  return <TextLink to="/$workspaceId/$mode/pipeline/$leadId" params={{ workspaceId, mode, leadId }} {...look} />;
}
