import { useMode, useWorkspace } from '../../api/workspace.js';
import { TextLink } from '../../ui/page/text-link.js';

interface AgentLinkProps {
  readonly id: string;
  /** Name of the agent. If it is unknown, the link shows the id. */
  readonly name: string | null | undefined;
}

/** A link to the page of an agent. */
export function AgentLink({ id, name }: AgentLinkProps) {
  const workspace = useWorkspace();
  const mode = useMode();
  return (
    <TextLink
      to="/$workspaceId/$mode/people/$agentId"
      params={{ workspaceId: workspace.id, mode, agentId: id }}
      fw={600}
    >
      {name ?? id}
    </TextLink>
  );
}
