import { type Problem, toProblem } from '@plotline/kit/core/errors';
import { toWait } from './error.js';
import type { FormProblem } from './form.js';

/** Codes of errors that a person can correct in the form. Other errors get their own page. */
const correctable: ReadonlySet<string> = new Set([
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'CONFLICT',
  'RATE_LIMIT_EXCEEDED',
]);

/** Converts an error message, such as "must have 12 to 200 characters", to a sentence. */
function toSentence(text: string): string {
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

function describe({ code, message, retryAfter }: Problem): string {
  if (code !== 'RATE_LIMIT_EXCEEDED') return message;
  return `Too many attempts.${retryAfter === undefined ? '' : ` You can try again ${toWait(retryAfter)}.`}`;
}

/**
 * Converts an error for a form: puts field errors at their fields, and other errors above the form. Returns undefined
 * if the person can't correct the error in the form.
 */
export function toFormProblem(error: unknown, fieldNames: readonly string[]): FormProblem | undefined {
  const problem = toProblem(error);
  if (!correctable.has(problem.code) && problem.reason !== 'no_workspace') return undefined;
  const faults = problem.details.map(({ field, message }) => [field ?? '', toSentence(message)] as const);
  const ofFields = faults.filter(([field]) => fieldNames.includes(field));
  if (ofFields.length > 0 && ofFields.length === faults.length) return { fields: Object.fromEntries(ofFields) };
  const others = faults.filter(([field]) => !fieldNames.includes(field)).map(([, message]) => message);
  return { message: [describe(problem), ...others].join(' '), fields: Object.fromEntries(ofFields) };
}
