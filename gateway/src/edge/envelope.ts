import type { IncomingHttpHeaders } from 'node:http';
import { Problem, unavailable } from '@plotline/kit/errors';
import { metaHeader } from '@plotline/kit/http/internal-headers';
import { isRecord } from '../contract/json.js';
import { linksFor, type PageMeta } from './links.js';

/** What becomes of a service's answer: replaced by a problem, without a body, or its bytes between two texts. */
export type Shape =
  | { readonly kind: 'problem'; readonly problem: Problem }
  | { readonly kind: 'empty' }
  | { readonly kind: 'bytes'; readonly before: string; readonly after: string };

interface Asked {
  readonly path: string;
  readonly query: string;
}

const plain: Shape = { kind: 'bytes', before: '', after: '' };
const problem: Shape = { kind: 'bytes', before: '{"success":false,"error":', after: '}' };

function isPageMeta(meta: unknown): meta is PageMeta {
  return isRecord(meta) && (typeof meta['page'] === 'number' || 'next_cursor' in meta);
}

function success(meta: unknown, asked: Asked): Shape {
  if (typeof meta !== 'string') return { kind: 'bytes', before: '{"success":true,"data":', after: '}' };
  const parsed: unknown = JSON.parse(meta);
  const links = isPageMeta(parsed) ? `,"links":${JSON.stringify(linksFor(asked.path, asked.query, parsed))}` : '';
  return { kind: 'bytes', before: '{"success":true,"data":', after: `,"meta":${meta}${links}}` };
}

function broken(reason: string): Shape {
  return {
    kind: 'problem',
    problem: new Problem('INTERNAL_ERROR', 'Something went wrong on our side.', { cause: reason }),
  };
}

/** Decides how a service's answer leaves the house, from its status and headers alone: its body is never parsed. */
export function shapeAnswer(status: number, headers: IncomingHttpHeaders, asked: Asked): Shape {
  if (status === 204 || status === 304) return { kind: 'empty' };
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const isEmpty = headers['content-length'] === '0';
  if (status >= 200 && status < 300) {
    if (!isJson) return plain;
    return isEmpty ? broken(`status ${status} without a body`) : success(headers[metaHeader], asked);
  }
  const isProblem = (status >= 400 && status < 500) || status === 503;
  if (isProblem && isJson && !isEmpty) return problem;
  if (status === 503) return { kind: 'problem', problem: unavailable('The service is not available at the moment.') };
  return broken(`status ${status}`);
}
