let isLeaving = false;

/** Returns the address of the sign-in page. After the sign-in, that page returns here. */
export function getSignInAddress(): string {
  const { pathname, search } = window.location;
  return `/auth/sign-in?${new URLSearchParams({ return_to: pathname + search })}`;
}

/**
 * Goes to the sign-in page, which returns here after the sign-in. Never resolves, because the page is about to unload.
 */
export function goToSignIn(): Promise<never> {
  if (!isLeaving) {
    isLeaving = true;
    window.location.assign(getSignInAddress());
  }
  return new Promise(() => undefined);
}

/** Reloads a page that the back-forward cache restored, because its requests were cancelled. */
export function reloadWhenRestored(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isLeaving) window.location.reload();
  });
}
