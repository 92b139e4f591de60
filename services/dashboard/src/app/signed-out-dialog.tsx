import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { getSignInAddress } from '../api/sign-in.js';
import { isSignedOut, resumeAfterSignIn, subscribeToSignedOut } from '../api/signed-out.js';
import { ModalDialog } from '../ui/dialogs/dialog.js';
import { ProblemText } from '../ui/feedback/problem-text.js';

// Without this handler, Escape would close the dialog below and discard its input.
const stopEscape = { 'data-mantine-stop-propagation': true };

function SignIn() {
  const { mutate, data: isSignedIn, error, isPending } = useMutation({ mutationFn: resumeAfterSignIn });
  useEffect(() => {
    const resume = () => mutate();
    window.addEventListener('focus', resume);
    return () => window.removeEventListener('focus', resume);
  }, [mutate]);
  const notSignedIn = isSignedIn === false ? "You aren't signed in yet." : undefined;
  return (
    <>
      <Text size="sm">
        Your session has ended. Sign in again in a new tab, then come back to this page. Your unsaved changes are still
        here.
      </Text>
      <ProblemText error={error} problem={notSignedIn} mt="sm" />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" loading={isPending} onClick={() => mutate()} {...stopEscape}>
          Continue
        </Button>
        <Button component="a" href={getSignInAddress()} target="_blank" rel="noopener" data-autofocus {...stopEscape}>
          Sign in in a new tab
        </Button>
      </Group>
    </>
  );
}

/** Covers the page when its session ends. The page's requests wait until the person has signed in again. */
export function SignedOutDialog() {
  if (!useSyncExternalStore(subscribeToSignedOut, isSignedOut)) return null;
  return (
    <ModalDialog
      opened
      onClose={() => undefined}
      title="You're signed out"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={500}
    >
      <SignIn />
    </ModalDialog>
  );
}
