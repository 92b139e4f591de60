import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { toWords } from '../api/problem.js';
import { getSignInAddress } from '../api/sign-in.js';
import { goOnWhenSignedIn, isSignedOut, watchSignedOut } from '../api/signed-out.js';
import { ModalDialog } from '../components/dialog.js';
import { FormProblem } from '../components/form-actions.js';

// Escape would close the dialog below, and with it what was written there.
const keepsOthersOpen = { 'data-mantine-stop-propagation': true };

function SignIn() {
  const { mutate, data: isSignedIn, error, isPending } = useMutation({ mutationFn: goOnWhenSignedIn });
  useEffect(() => {
    const goOn = () => mutate();
    window.addEventListener('focus', goOn);
    return () => window.removeEventListener('focus', goOn);
  }, [mutate]);
  const notYet = isSignedIn === false ? 'You are not signed in yet.' : undefined;
  return (
    <>
      <Text size="sm">
        Your session has ended. Sign in again in a new tab, then come back: what you have written here stays, and the
        page goes on from where it was.
      </Text>
      <FormProblem problem={error ? toWords(error) : notYet} mt="sm" />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" loading={isPending} onClick={() => mutate()} {...keepsOthersOpen}>
          Go on
        </Button>
        <Button
          component="a"
          href={getSignInAddress()}
          target="_blank"
          rel="noopener"
          data-autofocus
          {...keepsOthersOpen}
        >
          Sign in in a new tab
        </Button>
      </Group>
    </>
  );
}

/** Shown above everything else when the session ends while a page is open: the page waits for another one. */
export function SignedOutDialog() {
  if (!useSyncExternalStore(watchSignedOut, isSignedOut)) return null;
  return (
    <ModalDialog
      opened
      onClose={() => undefined}
      title="You are signed out"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={500}
    >
      <SignIn />
    </ModalDialog>
  );
}
