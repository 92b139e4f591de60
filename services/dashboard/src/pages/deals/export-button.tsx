import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useCan, useTenant } from '../../api/workspace.js';

interface ExportButtonProps {
  readonly resource: 'deals' | 'invoices' | 'commissions';
  /** The list's filters, named like its query parameters. */
  readonly filters: Readonly<Record<string, string>>;
}

/** Starts a CSV export of the filtered records, and opens the page with the exports. */
export function ExportButton({ resource, filters }: ExportButtonProps) {
  const { api, key } = useTenant();
  const [workspaceId, mode] = key;
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/exports', { body: { resource, format: 'csv', filters, gzip: false } })),
    onSuccess: () => navigate({ to: '/$workspaceId/$mode/transfers/exports', params: { workspaceId, mode } }),
    onError: (error) => notifications.show({ color: 'red', title: "The export didn't start", message: toWords(error) }),
  });
  if (!useCan('transfer')) return null;
  return (
    <Button variant="default" loading={create.isPending} onClick={() => create.mutate()}>
      Export as CSV
    </Button>
  );
}
