import { Group, NativeSelect, Stack, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { toChoices, toLabel } from '../../ui/format/label.js';
import { DateField } from '../../ui/forms/date-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { stateFilters, toExportFilters } from './export-filters.js';
import type { Export, ExportResource } from './export-queries.js';

const resources: readonly ExportResource[] = [
  'leads',
  'tasks',
  'units',
  'holds',
  'properties',
  'agents',
  'deals',
  'instalments',
  'invoices',
  'payments',
  'commissions',
];

/** Excel recognizes the letters of all languages only in a CSV file that starts with a byte order mark. */
type FileKind = Export['format'] | 'excel';

const kinds: readonly { readonly value: FileKind; readonly label: string }[] = [
  { value: 'excel', label: 'CSV, for Excel' },
  { value: 'csv', label: 'CSV, for other programs' },
  { value: 'json', label: 'JSON, one array' },
  { value: 'jsonl', label: 'JSON lines' },
];

interface ExportValues extends Record<string, unknown> {
  resource: ExportResource;
  kind: FileKind;
  state: string;
  from: string;
  to: string;
  gzip: boolean;
}

interface ExportDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const initialValues: ExportValues = { resource: 'leads', kind: 'excel', state: '', from: '', to: '', gzip: false };

function ExportForm({ onClose }: Omit<ExportDialogProps, 'opened'>) {
  const { api, key } = useTenant();
  const queries = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm<ExportValues>({ initialValues });
  const create = useMutation({
    mutationFn: ({ resource, kind, gzip, ...choices }: ExportValues) => {
      const filters = toExportFilters({ resource, ...choices });
      const file = kind === 'excel' ? { format: 'csv' as const, bom: true } : { format: kind, bom: false };
      return readBody(api.POST('/v1/exports', { body: { resource, filters, gzip, ...file } }));
    },
    onSuccess: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: [...key, 'exports'] });
    },
    onError: showProblem,
  });
  const { resource } = form.getValues();
  const submit = form.onSubmit((values) => {
    clearProblem();
    create.mutate(values);
  });
  const states = stateFilters[resource];
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <NativeSelect
          label="Records"
          data={toChoices(resources)}
          {...form.getInputProps('resource')}
          onChange={({ currentTarget }) => {
            const chosen = resources.find((one) => one === currentTarget.value) ?? 'leads';
            form.setValues({ resource: chosen, state: '' });
          }}
        />
        <NativeSelect
          label={toLabel(states.name)}
          data={[{ value: '', label: 'All' }, ...toChoices(states.states)]}
          {...form.getInputProps('state')}
        />
        <Group grow gap="sm">
          <DateField label="Created from" {...form.getInputProps('from')} />
          <DateField label="Created to" {...form.getInputProps('to')} />
        </Group>
        <NativeSelect label="Format" data={[...kinds]} {...form.getInputProps('kind')} />
        <Switch label="Compress the file (gzip)" {...form.getInputProps('gzip', { type: 'checkbox' })} />
        <FormActions label="Export" isBusy={create.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Starts an export of the chosen records. */
export function ExportDialog({ opened, onClose }: ExportDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Export records">
      <ExportForm onClose={onClose} />
    </FormModal>
  );
}
