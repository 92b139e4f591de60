import { system } from './system.js';

// Parsed JSON has no static type. Tests assert its shape.
type Json = ReturnType<typeof JSON.parse>;

export interface AuthAnswer {
  readonly status: number;
  /** `data` of the envelope. */
  readonly data: Json;
  /** `error` of the envelope. */
  readonly error: Json;
}

/** Calls an endpoint of the running authorization server as a program does: JSON, with a session as Bearer. */
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

/** Returns the token of a link in a mail. */
export function tokenOf(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}
