import { rememberSecret } from './given-secrets.js';

/** Fields in the authorization server's requests and answers that contain a secret, at any depth. */
const secretMembers = new Set([
  'access_token',
  'client_secret',
  'code',
  'csrf_token',
  'key',
  'new_password',
  'password',
  'recovery_codes',
  'refresh_token',
  'secret',
  'token',
  'uri',
]);

function rememberMembers(value: unknown, where: string): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (secretMembers.has(name)) for (const one of [member].flat()) rememberSecret(one, `${name} of ${where}`);
    rememberMembers(member, where);
  }
}

function rememberText(text: string, where: string): void {
  try {
    rememberMembers(JSON.parse(text), where);
  } catch {
    for (const [name, value] of new URLSearchParams(text)) rememberMembers({ [name]: value }, where);
  }
}

async function rememberAnswer(response: Response, where: string): Promise<void> {
  for (const cookie of response.headers.getSetCookie()) {
    rememberSecret(/^[^=]*=([^;]*)/.exec(cookie)?.[1], `cookie of ${where}`);
  }
  const location = response.headers.get('location');
  if (location) rememberMembers(Object.fromEntries(new URL(location, response.url).searchParams), where);
  if (response.headers.get('content-type')?.includes('json')) rememberText(await response.clone().text(), where);
}

/**
 * Makes `fetch` record the secrets in every request that the authorization server accepted, and in its answer. Clients
 * without `fetch` and callers of RPCs record their secrets themselves.
 */
export function recordAnswers(isAuthorizationServer: (url: URL) => boolean): void {
  const plain = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const response = await plain(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (!isAuthorizationServer(url) || response.status >= 400) return response;
    const where = `${init?.method ?? 'GET'} ${url.pathname}`;
    if (typeof init?.body === 'string') rememberText(init.body, where);
    if (init?.body instanceof URLSearchParams) rememberText(init.body.toString(), where);
    await rememberAnswer(response, where);
    return response;
  };
}
