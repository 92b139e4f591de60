import { Alert, Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { components } from '../../gen/api.js';
import { toWords } from '../api/problem.js';
import { ModalDialog } from './dialog.js';

interface TestButtonProps {
  readonly label: string;
  /** Sends it, and answers what came of it. */
  readonly send: () => Promise<TestResult>;
  readonly onSent: () => Promise<unknown>;
}

type TestResult = components['schemas']['WebhookTest'];

function describeAnswer({ response_code, status }: TestResult): string {
  if (response_code !== null) return `It answered ${response_code}`;
  return status === 'delivered' ? 'It was handed over' : 'It gave no answer';
}

/** Sends a test to a receiver of events, and shows what that answered. */
export function TestButton({ label, send, onSent }: TestButtonProps) {
  const { data, error, isPending, mutate, reset } = useMutation({ mutationFn: send, onSuccess: onSent });
  return (
    <>
      <Button size="compact-sm" loading={isPending} onClick={() => mutate()}>
        {label}
      </Button>
      <ModalDialog opened={data !== undefined || error !== null} onClose={reset} title="Test">
        {data === undefined ? (
          <Text size="sm" role="alert">
            {error ? toWords(error) : null}
          </Text>
        ) : (
          <Alert
            color={data.status === 'delivered' ? 'green' : 'red'}
            title={data.status === 'delivered' ? 'The receiver took it' : 'The receiver did not take it'}
          >
            {describeAnswer(data)} in {data.response_time_ms} ms. {data.error}
          </Alert>
        )}
      </ModalDialog>
    </>
  );
}
