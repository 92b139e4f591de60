import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';

interface ConnectionTestButtonProps {
  readonly id: string;
  readonly title: string;
  readonly onTested: () => Promise<unknown>;
}

/** Asks the provider whether the credentials work, and shows the result. */
export function ConnectionTestButton({ id, title, onTested }: ConnectionTestButtonProps) {
  const { api } = useTenant();
  const test = useMutation({
    mutationFn: async () =>
      (await readBody(api.POST('/v1/connections/{id}/test', { params: { path: { id } }, body: {} }))).data,
    onSettled: onTested,
  });
  const { data, error, isPending, mutate, reset } = test;
  return (
    <>
      <Button size="compact-sm" loading={isPending} onClick={() => mutate()}>
        Test
      </Button>
      <ModalDialog opened={data !== undefined || error !== null} onClose={reset} title={`Test of ${title}`}>
        {data === undefined ? (
          <ProblemText error={error} />
        ) : (
          <Alert
            color={data.succeeded ? 'green' : 'red'}
            title={data.succeeded ? 'The credentials work' : 'The test failed'}
          >
            {data.error === null ? `${title} accepted them after ${data.duration_ms} ms.` : data.error.message}
          </Alert>
        )}
      </ModalDialog>
    </>
  );
}
