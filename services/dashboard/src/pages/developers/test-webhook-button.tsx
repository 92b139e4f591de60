import { Alert, Button, Modal, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { getWebhooksKey } from './webhooks.js';

/** Sends a test event, and shows what the receiver answered. */
export function TestWebhookButton({ id }: { readonly id: string }) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const test = useMutation({
    mutationFn: async () => {
      const params = { path: { id } };
      const { data } = await answerOf(tenant.api.POST('/v1/webhooks/{id}/test', { params, body: {} }));
      return data;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: getWebhooksKey(tenant) }),
  });
  const { data, error } = test;
  return (
    <>
      <Button size="compact-sm" loading={test.isPending} onClick={() => test.mutate()}>
        Send a test
      </Button>
      <Modal
        opened={data !== undefined || error !== null}
        onClose={test.reset}
        title="Test"
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {data === undefined ? (
          <Text size="sm" role="alert">
            {error ? toWords(error) : null}
          </Text>
        ) : (
          <Alert
            color={data.status === 'delivered' ? 'green' : 'red'}
            title={data.status === 'delivered' ? 'The receiver took it' : 'The receiver did not take it'}
          >
            {data.response_code === null ? 'It gave no answer' : `It answered ${data.response_code}`} in{' '}
            {data.response_time_ms} ms. {data.error}
          </Alert>
        )}
      </Modal>
    </>
  );
}
