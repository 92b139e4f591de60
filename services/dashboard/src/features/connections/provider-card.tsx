import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { TextLink } from '../../ui/page/text-link.js';
import type { Connection, ConnectionProvider, ConnectionSummary } from './connection-queries.js';
import { GalleryCard } from './gallery-card.js';
import { LazyConnectionDialog } from './lazy-connection-dialog.js';
import { SimulatedBadge } from './simulated-notice.js';

function ConnectionRow({ connection }: { readonly connection: ConnectionSummary }) {
  const [workspaceId, mode] = useTenant().key;
  const { id, name, credentials_hint: hint, status, last_error: error } = connection;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={2} miw={0}>
        <TextLink
          to="/$workspaceId/$mode/integrations/connections/$connectionId"
          params={{ workspaceId, mode, connectionId: id }}
        >
          {name}
        </TextLink>
        <Text size="xs" c="dimmed">
          {status !== 'active' && error !== null ? error.message : hint}
        </Text>
      </Stack>
      <StatusBadge status={status} />
    </Group>
  );
}

interface ProviderCardProps {
  readonly provider: ConnectionProvider;
  readonly connections: readonly ConnectionSummary[];
}

/** A provider in the gallery, with the workspace's connections to it. */
export function ProviderCard({ provider, connections }: ProviderCardProps) {
  const [workspaceId, mode] = useTenant().key;
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const { name, title, description, simulated } = provider;
  const open = ({ id }: Connection) => {
    setOpen(false);
    void navigate({
      to: '/$workspaceId/$mode/integrations/connections/$connectionId',
      params: { workspaceId, mode, connectionId: id },
    });
  };
  return (
    <GalleryCard
      mark={name}
      title={title}
      description={description}
      label={simulated ? <SimulatedBadge /> : null}
      action={
        <Button size="compact-sm" aria-label={`Connect ${title}`} onClick={() => setOpen(true)}>
          Connect
        </Button>
      }
    >
      {connections.map((connection) => (
        <ConnectionRow key={connection.id} connection={connection} />
      ))}
      <LazyConnectionDialog opened={isOpen} provider={provider} onSaved={open} onClose={() => setOpen(false)} />
    </GalleryCard>
  );
}
