let isLeaving = false;

/** The page for signing in, which leads back here. */
export function getSignInAddress(): string {
  const { pathname, search } = window.location;
  return `/auth/sign-in?${new URLSearchParams({ return_to: pathname + search })}`;
}

/** Leads to signing in, and back here afterwards. Never resolves, as the page is about to go. */
export function goToSignIn(): Promise<never> {
  if (!isLeaving) {
    isLeaving = true;
    window.location.assign(getSignInAddress());
  }
  return new Promise(() => undefined);
}

/** A page that comes back out of the browser's history still waits for answers that it gave up. */
export function reloadWhenRestored(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isLeaving) window.location.reload();
  });
}
