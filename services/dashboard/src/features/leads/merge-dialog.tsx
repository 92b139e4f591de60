import { Radio, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { readBody } from '../../api/client.js';
import { ApiProblem, describeError } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { showToast } from '../../ui/feedback/toast.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useIsPhone } from '../../ui/page/use-is-phone.js';
import { describeValue, toFieldLabel } from './describe-lead.js';
import { getLeadKey, type Lead, readLead } from './lead-queries.js';
import classes from './merge-dialog.module.css';
import { comparedFields, previewMerge } from './merge-preview.js';
import { useLeadNames } from './use-lead-names.js';

/**
 * Names of the two leads in the dialog. On a lead's page, that lead comes first. In the list of duplicates, the older
 * lead comes first.
 */
const places = {
  page: { lead: 'This lead', other: 'The other lead' },
  list: { lead: 'Older lead', other: 'Newer lead' },
} as const;

export type MergePlace = keyof typeof places;

interface MergeDialogProps {
  /** Lead of the page. In a list of duplicates, the older lead. */
  readonly lead: Lead;
  readonly otherId: string;
  /**
   * Place where the dialog opens. If the lead of the page is merged into the other one, the page opens the surviving
   * lead.
   */
  readonly place: MergePlace;
  readonly onClose: () => void;
}

function describeFailure(error: unknown): string {
  if (error instanceof ApiProblem && error.reason === 'both_won') {
    return 'Both leads have a deal. Move one of them out of “Won” first.';
  }
  return describeError(error);
}

interface MergeFormProps extends Omit<MergeDialogProps, 'otherId'> {
  readonly other: Lead;
}

function MergeForm({ lead, other, place, onClose }: MergeFormProps) {
  const tenant = useTenant();
  const { api, key } = tenant;
  const [workspaceId, mode] = key;
  const client = useQueryClient();
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  const [keptId, setKeptId] = useState(lead.id);
  const [kept, merged] = keptId === lead.id ? [lead, other] : [other, lead];
  const [ofLead, ofOther] = [useLeadNames(lead), useLeadNames(other)];
  const records = new Map([...ofLead, ...ofOther]);
  const names = places[place];
  const result = previewMerge(kept, merged);
  const merge = useMutation({
    mutationFn: async () => {
      const params = { path: { id: kept.id } };
      return (await readBody(api.POST('/v1/leads/{id}/merge', { params, body: { lead_id: merged.id } }))).data;
    },
    onSuccess: async (survivor) => {
      onClose();
      showToast(`${merged.name} was merged into ${survivor.name}`);
      if (place === 'page' && survivor.id !== lead.id) {
        const params = { workspaceId, mode, leadId: survivor.id };
        await navigate({ to: '/$workspaceId/$mode/pipeline/$leadId', params, replace: true });
      }
      client.removeQueries({ queryKey: getLeadKey(tenant, merged.id) });
      await client.invalidateQueries({ queryKey: key });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    merge.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Radio.Group label="Lead to keep" value={keptId} onChange={setKeptId}>
          <Stack gap="xs" mt="xs">
            <Radio value={lead.id} label={`${lead.name} (${names.lead.toLowerCase()})`} />
            <Radio value={other.id} label={`${other.name} (${names.other.toLowerCase()})`} />
          </Stack>
        </Radio.Group>
        <Table.ScrollContainer minWidth={isPhone ? 0 : 560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table role="table" withTableBorder className={classes.table}>
            <Table.Caption className="visually-hidden">Both leads and the result</Table.Caption>
            <Table.Thead>
              <Table.Tr role="row">
                <Table.Th scope="col" role="columnheader">
                  Field
                </Table.Th>
                <Table.Th scope="col" role="columnheader">
                  {names.lead}
                </Table.Th>
                <Table.Th scope="col" role="columnheader">
                  {names.other}
                </Table.Th>
                <Table.Th scope="col" role="columnheader">
                  Result
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {comparedFields.map((field) => (
                <Table.Tr key={field} role="row">
                  <Table.Th scope="row" role="rowheader">
                    {toFieldLabel(field)}
                  </Table.Th>
                  <Table.Td role="cell">{describeValue(field, lead[field], records)}</Table.Td>
                  <Table.Td role="cell">{describeValue(field, other[field], records)}</Table.Td>
                  <Table.Td role="cell" fw={600} style={{ whiteSpace: 'pre-line' }}>
                    {describeValue(field, result[field], records)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        <Text size="sm">
          The timelines become one. Deals, tasks, holds and documents move to {kept.name}. You can't undo this.
        </Text>
        <FormActions
          label="Merge leads"
          isBusy={merge.isPending}
          problem={merge.error ? describeFailure(merge.error) : undefined}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Shows a lead and its duplicate side by side with the result, and merges them. */
export function MergeDialog({ otherId, ...props }: MergeDialogProps) {
  const tenant = useTenant();
  const other = useQuery({ queryKey: getLeadKey(tenant, otherId), queryFn: () => readLead(tenant, otherId) });
  return (
    <ModalDialog opened onClose={props.onClose} title="Merge duplicates" size="xl">
      <QueryState query={other}>{({ record }) => <MergeForm {...props} other={record} />}</QueryState>
    </ModalDialog>
  );
}
