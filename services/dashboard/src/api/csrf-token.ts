let current = '';

/** Keeps the token of the session, which every change carries. */
export function setCsrfToken(token: string): void {
  current = token;
}

export function getCsrfToken(): string {
  return current;
}
