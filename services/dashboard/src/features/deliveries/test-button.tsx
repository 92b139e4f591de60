import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';

interface TestButtonProps {
  readonly label: string;
  /** Sends the test and resolves to its result. */
  readonly send: () => Promise<TestResult>;
  readonly onSent: () => Promise<unknown>;
}

type TestResult = components['schemas']['WebhookTest'];

function describeResponse({ response_code, status }: TestResult): string {
  if (response_code !== null) return `The receiver responded with ${response_code}`;
  return status === 'delivered' ? 'The receiver accepted it' : 'No response';
}

/** Sends a test to a webhook or integration, and shows the response. */
export function TestButton({ label, send, onSent }: TestButtonProps) {
  const { data, error, isPending, mutate, reset } = useMutation({ mutationFn: send, onSuccess: onSent });
  return (
    <>
      <Button size="compact-sm" loading={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      <ModalDialog opened={data !== undefined || error !== null} onClose={reset} title="Test">
        {data === undefined ? (
          <ProblemText error={error} />
        ) : (
          <Alert
            color={data.status === 'delivered' ? 'green' : 'red'}
            title={data.status === 'delivered' ? 'Test delivered' : 'Test failed'}
          >
            {describeResponse(data)} after {data.response_time_ms} ms. {data.error}
          </Alert>
        )}
      </ModalDialog>
    </>
  );
}
