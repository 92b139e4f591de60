import { system } from './system.js';

// Parsed JSON has no static type. Tests assert its shape.
type Json = ReturnType<typeof JSON.parse>;

export interface AuthAnswer {
  readonly status: number;
  /** `data` in the envelope. */
  readonly data: Json;
  /** `error` in the envelope. */
  readonly error: Json;
}

/**
 * Calls an endpoint of the running authorization server as software does: with JSON, and with a session as a Bearer
 * token.
 */
export async function askAuth(method: string, path: string, body?: object, token?: string): Promise<AuthAnswer> {
  const response = await fetch(system().urls.auth + path, {
    method,
    headers: {
      prefer: 'return=token',
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer: Json = text === '' ? null : JSON.parse(text);
  return { status: response.status, data: answer?.data, error: answer?.error };
}

/** Returns the token in the link of an email. */
export function tokenOf(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}
