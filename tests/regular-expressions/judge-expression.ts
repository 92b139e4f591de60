import { limitTime } from '@plotline/transfer/imports/work/limit-time';
import { check } from 'recheck';
import type { Expression } from './find-expressions.js';

/** Time limit for judging one expression, in milliseconds. */
const timeoutMs = 20_000;
/**
 * The worst known text has some 70,000 characters. It takes 3 milliseconds in linear time, and more than 700 in
 * quadratic time.
 */
const maxMatchMs = 200;
const maxRunMs = 2_000;

/** Returns whether V8 processes the text in time. Recheck's own engine is slower with lookarounds. */
function isFast(expression: RegExp, text: string): boolean {
  const before = process.cpuUsage();
  const done = limitTime(maxRunMs, () => text.replace(expression, ''));
  return done !== null && process.cpuUsage(before).user / 1_000 < maxMatchMs;
}

/**
 * Returns the reason why the expression's time may grow faster than the length of its text, or null. An expression that
 * can't be judged in time also gets a reason. The seed makes the result reproducible.
 */
export async function judgeExpression({ source, flags }: Pick<Expression, 'source' | 'flags'>): Promise<string | null> {
  const judged = await check(source, flags, { timeout: timeoutMs, randomSeed: 1 });
  if (judged.status === 'safe') return null;
  if (judged.status === 'unknown') return `cannot be judged: ${judged.error.kind}`;
  if (isFast(new RegExp(source, flags), judged.attack.string)) return null;
  return `${judged.complexity.summary}, as for ${judged.attack.pattern}`;
}
