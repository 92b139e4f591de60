import { Alert, Button, Text } from '@mantine/core';
import { ApiProblem, describeError } from '../../api/problem.js';
import { goToSignIn } from '../../api/sign-in.js';

/** Shows an error. If the change needs a recent sign-in, offers to sign in again. */
export function AccountProblem({ error }: { readonly error: unknown }) {
  if (!error) return null;
  const needsSignIn = error instanceof ApiProblem && error.reason === 'sign_in_again';
  return (
    <Alert color={needsSignIn ? 'yellow' : 'red'} role="alert">
      <Text size="sm">
        {needsSignIn ? 'You signed in a while ago. Sign in again to change this.' : describeError(error)}
      </Text>
      {needsSignIn ? (
        <Button size="xs" variant="default" mt="xs" onClick={() => void goToSignIn()}>
          Sign in again
        </Button>
      ) : null}
    </Alert>
  );
}
