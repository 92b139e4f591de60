import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ifMatch, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import type { Property } from './property-values.js';

/** Deletes a property after a confirmation, and returns to the portfolio. */
export function DeleteProperty({ property: { record, tag } }: { readonly property: Versioned<Property> }) {
  const { api, key } = useTenant();
  const [workspaceId, mode] = key;
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await api.DELETE('/v1/properties/{id}', { params: { path: { id: record.id } }, headers: ifMatch(tag) });
    await navigate({ to: '/$workspaceId/$mode/properties', params: { workspaceId, mode } });
    client.removeQueries({ queryKey: [...key, 'properties', record.id] });
    void client.invalidateQueries({ queryKey: [...key, 'properties', 'choice'] });
    await client.invalidateQueries({ queryKey: [...key, 'properties', 'list'] });
  };
  return (
    <ConfirmButton
      size="sm"
      c="red"
      label="Delete"
      title={`Delete ${record.name}?`}
      confirmLabel="Delete property"
      onConfirm={remove}
    >
      <Text size="sm">
        This deletes the property and its {record.units_count === 1 ? '1 unit' : `${record.units_count} units`}. It
        can't be undone. Leads and deals stay.
      </Text>
    </ConfirmButton>
  );
}
