import { hash } from 'node:crypto';
import { createSeal, type Seal } from '@plotline/kit/core/secrets';
import type { Context } from '../../context.js';
import type { Person } from '../../directory/model/person.js';

/** Time for entering the code after the password was proven. */
const stepLifetimeMs = 5 * 60_000;

/** Purpose of the encrypted text. The text is valid for nothing else. */
const owner = 'sign-in step';

interface Step {
  readonly person: string;
  /** Digest of the proven password's hash. A change of the password invalidates the step. */
  readonly password: string;
  readonly until: number;
}

function createStepSeal({ sealKeys }: Pick<Context, 'sealKeys'>): Seal {
  return createSeal(sealKeys, 'plotline sign-in steps v1');
}

function identifyPassword({ password_hash }: Person): string {
  return hash('sha256', password_hash ?? '', 'base64url');
}

/** Returns proof that someone has just entered the person's password, as a text that only this service can create. */
export function sealStep(context: Context, person: Person): string {
  const until = context.clock().getTime() + stepLifetimeMs;
  const step: Step = { person: person.id, password: identifyPassword(person), until };
  return createStepSeal(context).seal(JSON.stringify(step), owner);
}

function readStep(context: Context, text: string): Step | null {
  try {
    // Only `sealStep` creates such a text, so a valid seal guarantees its shape.
    return JSON.parse(createStepSeal(context).open(text, owner));
  } catch {
    return null;
  }
}

/**
 * Finds the person whose password was proven. Resolves to null if the text isn't a proof, is too old, or the password
 * was changed in the meantime.
 */
export async function openStep(context: Context, text: string): Promise<Person | null> {
  const step = readStep(context, text);
  if (!step || step.until < context.clock().getTime()) return null;
  const person = await context.people.get(step.person);
  return person && identifyPassword(person) === step.password ? person : null;
}
