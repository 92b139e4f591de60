import { Alert, Button, Text } from '@mantine/core';
import { ApiProblem, toWords } from '../../api/problem.js';
import { goToSignIn } from '../../api/sign-in.js';

/** Why a change was refused; one that takes a recent sign-in leads to signing in. */
export function ProblemText({ error }: { readonly error: unknown }) {
  if (!error) return null;
  const isOldSignIn = error instanceof ApiProblem && error.reason === 'sign_in_again';
  return (
    <Alert color={isOldSignIn ? 'yellow' : 'red'} role="alert">
      <Text size="sm">
        {isOldSignIn ? 'You signed in a while ago. To change this, sign in once more.' : toWords(error)}
      </Text>
      {isOldSignIn ? (
        <Button size="xs" variant="default" mt="xs" onClick={() => void goToSignIn()}>
          Sign in again
        </Button>
      ) : null}
    </Alert>
  );
}
