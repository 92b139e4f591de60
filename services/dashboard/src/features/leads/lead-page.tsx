import { useParams } from '@tanstack/react-router';
import { ApiProblem } from '../../api/problem.js';
import { useMode, useWorkspace } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { NotFoundState } from '../../ui/feedback/states.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { TextLink } from '../../ui/page/text-link.js';
import { board } from './board-crumb.js';
import { LeadBody } from './lead-body.js';
import { useLead } from './lead-queries.js';

function NoLead() {
  const { id: workspaceId } = useWorkspace();
  const mode = useMode();
  const back = (
    <TextLink to="/$workspaceId/$mode/pipeline" params={{ workspaceId, mode }}>
      Go to the board
    </TextLink>
  );
  return (
    <>
      <PageHeader title="Lead not found" parent={board} />
      <NotFoundState title="This lead doesn't exist" action={back} />
    </>
  );
}

export function LeadPage() {
  const { leadId = '' } = useParams({ strict: false });
  const query = useLead(leadId);
  if (query.error instanceof ApiProblem && query.error.status === 404) return <NoLead />;
  return (
    <>
      {query.data === undefined ? <PageHeader title="Lead" parent={board} /> : null}
      <QueryState query={query}>{(version) => <LeadBody key={leadId} version={version} />}</QueryState>
    </>
  );
}
