import type { Request, Response } from 'express';
import { type BodyAnswer, metaHeader } from '../core/answer.js';
import type { Problem } from '../core/errors.js';
import { createPageLinks, isPageMeta } from './page-links.js';

/** How a server writes what its handlers answer and throw. */
export interface Rendering {
  /** The text of an answer whose body is `json`; may set headers. */
  renderAnswer(json: string, answer: BodyAnswer, request: Request, response: Response): string;
  /** The text of a problem; may set headers. */
  renderProblem(problem: Problem, response: Pick<Response, 'setHeader'>): string;
}

function describe({ code, reason, message, data, details }: Problem) {
  return { code, ...(reason && { reason }), message, ...(data && { data }), ...(details.length > 0 && { details }) };
}

/** JSON that a header can carry. */
function toAsciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** For services behind the gateway, which adds the envelope: bare records and problems, and `meta` in a header. */
export const bareRendering: Rendering = {
  renderAnswer: (json, { meta }, _request, response) => {
    if (meta) response.setHeader(metaHeader, toAsciiJson(meta));
    return json;
  },
  renderProblem: (problem) => JSON.stringify(describe(problem)),
};

/** A problem in the public envelope (contract, part 7). */
export function renderPublicProblem(problem: Problem): string {
  const { retryAfter } = problem;
  const error = { ...describe(problem), ...(retryAfter === undefined ? {} : { retry_after: retryAfter }) };
  return JSON.stringify({ success: false, error });
}

/** For a server whose answers reach clients as they are: the public envelope. */
export const envelopeRendering: Rendering = {
  renderAnswer: (json, { meta }, { path, originalUrl }) => {
    if (!meta) return `{"success":true,"data":${json}}`;
    const query = originalUrl.includes('?') ? originalUrl.slice(originalUrl.indexOf('?')) : '';
    const links = isPageMeta(meta) ? `,"links":${JSON.stringify(createPageLinks(path, query, meta))}` : '';
    return `{"success":true,"data":${json},"meta":${JSON.stringify(meta)}${links}}`;
  },
  renderProblem: (problem, response) => {
    if (problem.code === 'UNAUTHORIZED') response.setHeader('www-authenticate', 'Bearer');
    return renderPublicProblem(problem);
  },
};
