import type { Request, Response } from 'express';
import { type BodyAnswer, metaHeader } from '../core/answer.js';
import type { Problem } from '../core/errors.js';
import { createPageLinks, isPageMeta } from './page-links.js';

/** Form in which a server writes the answers and errors of its handlers. */
export interface Rendering {
  /** Returns the text of an answer with the body `json`; may set headers. */
  renderAnswer(json: string, answer: BodyAnswer, request: Request, response: Response): string;
  /** Returns the text of a problem; may set headers. */
  renderProblem(problem: Problem, response: Pick<Response, 'setHeader'>): string;
}

function describe({ code, reason, message, data, details }: Problem) {
  return { code, ...(reason && { reason }), message, ...(data && { data }), ...(details.length > 0 && { details }) };
}

/** Formats JSON that a header can contain. */
function toAsciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** For services behind the gateway, which adds the envelope: bare records and problems, with `meta` in a header. */
export const bareRendering: Rendering = {
  renderAnswer: (json, { meta }, _request, response) => {
    if (meta) response.setHeader(metaHeader, toAsciiJson(meta));
    return json;
  },
  renderProblem: (problem) => JSON.stringify(describe(problem)),
};

/** Renders a problem in the public envelope (contract, part 7). */
export function renderPublicProblem(problem: Problem): string {
  const { retryAfter } = problem;
  const error = { ...describe(problem), ...(retryAfter === undefined ? {} : { retry_after: retryAfter }) };
  return JSON.stringify({ success: false, error });
}

/** For servers whose answers reach clients directly: with the public envelope. */
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
