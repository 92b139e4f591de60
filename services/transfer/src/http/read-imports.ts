import { clampPage, page } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';

interface ImportsQuery {
  readonly page: number;
  readonly per_page: number;
}

/** GET /v1/imports */
export function listImports(): Handler<unknown, ImportsQuery> {
  return async ({ query }) => page([], { ...clampPage(query), total: 0 });
}
