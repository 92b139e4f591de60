import { Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { Section } from '../../ui/page/section.js';
import { LeadSelect } from '../holds/lead-select.js';
import { previewQuery } from './sync-queries.js';

function Preview({ connectionId, leadId }: { readonly connectionId: string; readonly leadId: string }) {
  const preview = useQuery(previewQuery(useTenant(), connectionId, leadId));
  return (
    <QueryState query={preview}>
      {({ fields }) => (
        <Table.ScrollContainer minWidth={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                <Table.Th>Property</Table.Th>
                <Table.Th>Value</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map(({ label, property, value, problem }) => (
                <Table.Tr key={property}>
                  <Table.Th scope="row">{label}</Table.Th>
                  <Table.Td>{property}</Table.Td>
                  <Table.Td>
                    {value === '' ? '–' : value}
                    {problem === null ? null : (
                      <Text size="xs" c="var(--mantine-color-error)">
                        {problem}
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </QueryState>
  );
}

/** Shows which data of a lead a CRM would receive. Nothing is sent. */
export function PreviewSection({ connectionId }: { readonly connectionId: string }) {
  const [leadId, setLeadId] = useState<string | null>(null);
  return (
    <Section title="Preview" description="See what the CRM would get of a lead. Nothing is sent.">
      <Stack gap="sm">
        <LeadSelect label="Lead" value={leadId} onChange={setLeadId} />
        {leadId === null ? null : <Preview connectionId={connectionId} leadId={leadId} />}
      </Stack>
    </Section>
  );
}
