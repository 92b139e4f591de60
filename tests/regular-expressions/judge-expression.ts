import { limitTime } from '@plotline/transfer/imports/work/limit-time';
import { check } from 'recheck';
import type { Expression } from './find-expressions.js';

/** Milliseconds for the judgement of one expression. */
const timeoutMs = 20_000;
/**
 * The worst text that was found has some 70,000 characters: in linear time it takes 3 milliseconds, in quadratic time
 * above 700.
 */
const maxMatchMs = 200;
const maxRunMs = 2_000;

/** Whether V8 deals with the text in time. Recheck's own machine is slower with lookarounds. */
function isFast(expression: RegExp, text: string): boolean {
  const before = process.cpuUsage();
  const done = limitTime(maxRunMs, () => text.replace(expression, ''));
  return done !== null && process.cpuUsage(before).user / 1_000 < maxMatchMs;
}

/**
 * Why the time of the expression may grow faster than its text; null when it does not. An expression that cannot be
 * judged in time is told as well. The seed makes the judgement the same each time.
 */
export async function judgeExpression({ source, flags }: Pick<Expression, 'source' | 'flags'>): Promise<string | null> {
  const judged = await check(source, flags, { timeout: timeoutMs, randomSeed: 1 });
  if (judged.status === 'safe') return null;
  if (judged.status === 'unknown') return `cannot be judged: ${judged.error.kind}`;
  if (isFast(new RegExp(source, flags), judged.attack.string)) return null;
  return `${judged.complexity.summary}, as for ${judged.attack.pattern}`;
}
