import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readBody } from '../../api/client.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';

interface ExportButtonProps {
  readonly resource: 'deals' | 'invoices' | 'commissions' | 'leads';
  /** Filters of the list, under the names of its query parameters. */
  readonly filters: Readonly<Record<string, string>>;
}

/** Starts a CSV export of the filtered records, and opens the page with the exports. */
export function ExportButton({ resource, filters }: ExportButtonProps) {
  const { api, key } = useTenant();
  const [workspaceId, mode] = key;
  const navigate = useNavigate();
  const create = useMutation({
    // Adds the byte order mark, by which Excel recognizes UTF-8.
    mutationFn: () =>
      readBody(api.POST('/v1/exports', { body: { resource, format: 'csv', filters, gzip: false, bom: true } })),
    onSuccess: () => navigate({ to: '/$workspaceId/$mode/transfers/exports', params: { workspaceId, mode } }),
    onError: showErrorToast("The export didn't start"),
  });
  if (!useCan('transfer')) return null;
  return (
    <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
      Export as CSV
    </Button>
  );
}
