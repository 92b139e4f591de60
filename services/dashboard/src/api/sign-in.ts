let isLeaving = false;

/** Returns the address of the sign-in page, which returns here afterwards. */
export function getSignInAddress(): string {
  const { pathname, search } = window.location;
  return `/auth/sign-in?${new URLSearchParams({ return_to: pathname + search })}`;
}

/** Goes to the sign-in page, which returns here afterwards. Never resolves, because the page is about to unload. */
export function goToSignIn(): Promise<never> {
  if (!isLeaving) {
    isLeaving = true;
    window.location.assign(getSignInAddress());
  }
  return new Promise(() => undefined);
}

/** Reloads a page from the back-forward cache, because its requests have been cancelled. */
export function reloadWhenRestored(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isLeaving) window.location.reload();
  });
}
