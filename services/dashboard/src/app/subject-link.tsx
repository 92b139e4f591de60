import { Link } from '@tanstack/react-router';
import type { components } from '../../gen/api.js';
import { useTenant } from '../api/workspace.js';

type Notification = components['schemas']['Notification'];

interface SubjectLinkProps {
  readonly subject: Notification['subject'];
  readonly onFollow: () => void;
}

/** Links to the page of a notification's subject. */
export function SubjectLink({ subject: { type, id }, onFollow }: SubjectLinkProps) {
  const [workspaceId, mode] = useTenant().key;
  const params = { workspaceId, mode };
  if (type === 'import') {
    return (
      <Link
        to="/$workspaceId/$mode/transfers/imports/$importId"
        params={{ ...params, importId: id }}
        onClick={onFollow}
      >
        Show the import
      </Link>
    );
  }
  if (type === 'export') {
    return (
      <Link to="/$workspaceId/$mode/transfers/exports" params={params} onClick={onFollow}>
        Show the exports
      </Link>
    );
  }
  if (type === 'webhook') {
    return (
      <Link
        to="/$workspaceId/$mode/developers/webhooks/$webhookId"
        params={{ ...params, webhookId: id }}
        onClick={onFollow}
      >
        Show the webhook
      </Link>
    );
  }
  if (type === 'integration') {
    return (
      <Link
        to="/$workspaceId/$mode/integrations/$integrationId"
        params={{ ...params, integrationId: id }}
        onClick={onFollow}
      >
        Show the integration
      </Link>
    );
  }
  if (type === 'lead') {
    return (
      <Link to="/$workspaceId/$mode/pipeline/$leadId" params={{ ...params, leadId: id }} onClick={onFollow}>
        Show the lead
      </Link>
    );
  }
  if (type === 'agent') {
    return (
      <Link to="/$workspaceId/$mode/pipeline" params={params} search={{ agent_id: id }} onClick={onFollow}>
        Show the leads
      </Link>
    );
  }
  return (
    <Link to="/$workspaceId/$mode/developers/webhooks" params={params} onClick={onFollow}>
      Show the webhooks
    </Link>
  );
}
