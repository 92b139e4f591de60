import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { type Tenant, useTenant } from '../../api/workspace.js';
import { TextLink } from '../../ui/page/text-link.js';
import { LeadLink } from '../navigation/lead-link.js';
import type { Import, ImportResource } from './import-queries.js';

interface CreatedRecord {
  readonly id: string;
  readonly name: string;
  /** Property that the unit belongs to, or the property itself. */
  readonly propertyId: string;
}

async function readRecord({ api }: Tenant, resource: ImportResource, id: string): Promise<CreatedRecord> {
  const params = { path: { id } };
  if (resource === 'leads') {
    const { name } = (await readBody(api.GET('/v1/leads/{id}', { params }))).data;
    return { id, name, propertyId: '' };
  }
  if (resource === 'properties') {
    const { name } = (await readBody(api.GET('/v1/properties/{id}', { params }))).data;
    return { id, name, propertyId: id };
  }
  const { name, property_id: propertyId } = (await readBody(api.GET('/v1/units/{id}', { params }))).data;
  return { id, name, propertyId };
}

/** Link to a record. Renders nothing for a record that was deleted since. */
function RecordLink({ resource, id }: Pick<Import, 'resource' | 'id'>) {
  const tenant = useTenant();
  const [workspaceId, mode] = tenant.key;
  const { data } = useQuery({
    queryKey: [...tenant.key, 'imported-record', resource, id],
    queryFn: () => readRecord(tenant, resource, id),
    retry: false,
  });
  if (!data) return null;
  const { name, propertyId } = data;
  if (resource === 'leads') return <LeadLink id={id}>{name}</LeadLink>;
  const search = resource === 'units' ? { unit: id } : {};
  return (
    <TextLink
      to="/$workspaceId/$mode/properties/$propertyId"
      params={{ workspaceId, mode, propertyId }}
      search={search}
    >
      {name}
    </TextLink>
  );
}

/** Link to the list of all records of the type. */
function AllLink({ resource }: Pick<Import, 'resource'>) {
  const [workspaceId, mode] = useTenant().key;
  const params = { workspaceId, mode };
  if (resource === 'leads') {
    return (
      <TextLink to="/$workspaceId/$mode/pipeline" params={params}>
        Show all leads
      </TextLink>
    );
  }
  return (
    <TextLink to="/$workspaceId/$mode/properties" params={params}>
      Show all properties
    </TextLink>
  );
}

const maxLinks = 5;

/** Links to the first records that an import created. */
export function CreatedRecords({ resource, created_ids: ids, undo }: Import) {
  if (!ids || ids.length === 0 || undo?.status === 'completed') return null;
  return (
    <section aria-label="Created records">
      <Group gap="md">
        <Text size="sm">First created:</Text>
        {ids.slice(0, maxLinks).map((id) => (
          <RecordLink key={id} resource={resource} id={id} />
        ))}
        <AllLink resource={resource} />
      </Group>
    </section>
  );
}
