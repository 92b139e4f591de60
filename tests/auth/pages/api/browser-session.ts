import { readCookie } from '@plotline/kit/http/cookies';

const origin = 'http://localhost:8082';

export interface PageReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Minimal browser for pages: keeps cookies, follows no redirects, and sends forms as they were rendered. */
export class BrowserSession {
  readonly #base: string;
  readonly #cookies = new Map<string, string>();

  constructor(base: string) {
    this.#base = base;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  get(path: string): Promise<PageReply> {
    return this.#send(path, {});
  }

  /** Sends the form on a page, with its hidden fields and the given fields. */
  submit(path: string, page: PageReply, fields: Readonly<Record<string, string>> = {}): Promise<PageReply> {
    return this.post(path, { ...hiddenFields(page.text), ...fields });
  }

  post(path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
    return this.#send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin, ...headers } });
  }

  async #send(path: string, init: RequestInit): Promise<PageReply> {
    const headers = new Headers(init.headers);
    headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(this.#base + path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = ''] = line.split('=');
      const value = readCookie(line, name);
      if (value) this.#cookies.set(name, value);
      else this.#cookies.delete(name);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

/** Returns the hidden fields of the first form on a page. */
function hiddenFields(page: string): Record<string, string> {
  const [form = ''] = /<form[\s\S]*?<\/form>/.exec(page) ?? [];
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}
