import { Navigate, useParams } from '@tanstack/react-router';
import { ApiProblem } from '../../api/problem.js';
import { useMode, useWorkspace } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { NotFoundState } from '../../ui/feedback/states.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { TextLink } from '../../ui/page/text-link.js';
import { LeadBody } from './lead-body.js';
import { getLeadList } from './lead-list.js';
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
      <PageHeader title="Lead not found" parent={getLeadList()} />
      <NotFoundState title="This lead doesn't exist" action={back} />
    </>
  );
}

/** Opens the surviving lead if this lead was merged. */
function MergedLead({ survivorId: leadId }: { readonly survivorId: string }) {
  const { id: workspaceId } = useWorkspace();
  const mode = useMode();
  return <Navigate to="/$workspaceId/$mode/pipeline/$leadId" params={{ workspaceId, mode, leadId }} replace />;
}

export function LeadPage() {
  const { leadId = '' } = useParams({ strict: false });
  const query = useLead(leadId);
  const { error } = query;
  if (error instanceof ApiProblem && error.status === 404) {
    return error.reason === 'lead_merged' ? <MergedLead survivorId={String(error.data['merged_into'])} /> : <NoLead />;
  }
  return (
    <>
      {query.data === undefined ? <PageHeader title="Lead" parent={getLeadList()} /> : null}
      <QueryState query={query}>{(version) => <LeadBody key={leadId} version={version} />}</QueryState>
    </>
  );
}
