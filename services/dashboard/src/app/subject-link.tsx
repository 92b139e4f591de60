import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { components } from '../../gen/api.js';
import { useTenant } from '../api/workspace.js';

type Notification = components['schemas']['Notification'];

interface SubjectLinkProps {
  readonly notification: Pick<Notification, 'type' | 'subject' | 'data'>;
  readonly onFollow: () => void;
}

/** Links to the page of a notification's subject. */
export function SubjectLink({ notification, onFollow }: SubjectLinkProps) {
  const { type, subject, data } = notification;
  const [workspaceId, mode] = useTenant().key;
  const params = { workspaceId, mode };
  const leadId = subject.type === 'lead' ? subject.id : data.lead_id;
  const links: Readonly<Record<string, () => ReactNode>> = {
    import: () => (
      <Link
        to="/$workspaceId/$mode/transfers/imports/$importId"
        params={{ ...params, importId: subject.id }}
        onClick={onFollow}
      >
        Show the import
      </Link>
    ),
    export: () => (
      <Link to="/$workspaceId/$mode/transfers/exports" params={params} onClick={onFollow}>
        Show the exports
      </Link>
    ),
    webhook: () => (
      <Link
        to="/$workspaceId/$mode/developers/webhooks/$webhookId"
        params={{ ...params, webhookId: subject.id }}
        onClick={onFollow}
      >
        Show the webhook
      </Link>
    ),
    integration: () => (
      <Link
        to="/$workspaceId/$mode/integrations/$integrationId"
        params={{ ...params, integrationId: subject.id }}
        onClick={onFollow}
      >
        Show the integration
      </Link>
    ),
    connection: () => (
      <Link to="/$workspaceId/$mode/integrations" params={params} onClick={onFollow}>
        Show the integrations
      </Link>
    ),
    agent: () => (
      <Link to="/$workspaceId/$mode/pipeline" params={params} search={{ agent_id: subject.id }} onClick={onFollow}>
        Show the leads
      </Link>
    ),
  };
  if (leadId !== undefined) {
    return (
      <Link to="/$workspaceId/$mode/pipeline/$leadId" params={{ ...params, leadId }} onClick={onFollow}>
        Show the lead
      </Link>
    );
  }
  if (type === 'task.due') {
    return (
      <Link to="/$workspaceId/$mode/tasks" params={params} onClick={onFollow}>
        Show my tasks
      </Link>
    );
  }
  if (type === 'invoice.overdue') {
    return (
      <Link to="/$workspaceId/$mode/deals/invoices" params={params} search={{ status: 'overdue' }} onClick={onFollow}>
        Show the invoices
      </Link>
    );
  }
  if (subject.type === 'unit' && data.property_id !== undefined) {
    return (
      <Link
        to="/$workspaceId/$mode/properties/$propertyId"
        params={{ ...params, propertyId: data.property_id }}
        search={{ unit: subject.id }}
        onClick={onFollow}
      >
        Show the unit
      </Link>
    );
  }
  return (
    links[subject.type]?.() ?? (
      <Link to="/$workspaceId/$mode/developers/webhooks" params={params} onClick={onFollow}>
        Show the webhooks
      </Link>
    )
  );
}
