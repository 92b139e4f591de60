import { readCookie } from '@plotline/kit/http/cookies';
import { createAnswerCheck } from '../../support/answer-check.js';

// Parsed JSON has no static type. Tests assert its shape.
type Json = ReturnType<typeof JSON.parse>;

export interface AuthReply {
  readonly status: number;
  readonly headers: Headers;
  /** The whole response body. */
  readonly body: Json;
  readonly data: Json;
  readonly error: Json;
}

export interface AuthQuestion {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an endpoint. Rejects if a successful answer does not match the contract of the authorization server. */
export type AskAuth = (method: string, path: string, question?: AuthQuestion) => Promise<AuthReply>;

const contract = new URL('../../../services/auth/openapi.yaml', import.meta.url);

export function createAuthClient(base: string): AskAuth {
  const checkAnswer = createAnswerCheck(contract);
  return async (method, path, { body, headers } = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: Json = text === '' ? null : JSON.parse(text);
    if (response.status < 400) checkAnswer(method, path, response.status, answer?.data);
    return {
      status: response.status,
      headers: response.headers,
      body: answer,
      data: answer?.data,
      error: answer?.error,
    };
  };
}

/** Returns the value of the cookie that an answer sets, if any. */
export function cookieOf({ headers }: AuthReply, name: string): string | undefined {
  const line = headers.getSetCookie().find((one) => one.startsWith(`${name}=`));
  return line === undefined ? undefined : readCookie(line, name);
}
