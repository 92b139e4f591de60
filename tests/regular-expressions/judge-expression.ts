import { limitTime } from '@plotline/transfer/imports/work/limit-time';
import { check } from 'recheck';
import type { Expression } from './find-expressions.js';

/** Milliseconds for judging one expression. */
const timeoutMs = 20_000;
/**
 * The worst known text has some 70,000 characters. It takes 3 milliseconds in linear time, and over 700 in quadratic
 * time.
 */
const maxMatchMs = 200;
const maxRunMs = 2_000;

/** Whether V8 handles the text in time. Recheck's own engine is slower with lookarounds. */
function isFast(expression: RegExp, text: string): boolean {
  const before = process.cpuUsage();
  const done = limitTime(maxRunMs, () => text.replace(expression, ''));
  return done !== null && process.cpuUsage(before).user / 1_000 < maxMatchMs;
}

/**
 * Returns the reason why the time of the expression may grow faster than its text, or null. An expression that can't be
 * judged in time also counts. The seed makes the result reproducible.
 */
export async function judgeExpression({ source, flags }: Pick<Expression, 'source' | 'flags'>): Promise<string | null> {
  const judged = await check(source, flags, { timeout: timeoutMs, randomSeed: 1 });
  if (judged.status === 'safe') return null;
  if (judged.status === 'unknown') return `cannot be judged: ${judged.error.kind}`;
  if (isFast(new RegExp(source, flags), judged.attack.string)) return null;
  return `${judged.complexity.summary}, as for ${judged.attack.pattern}`;
}
