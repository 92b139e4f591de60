import { hash } from 'node:crypto';
import { createSeal, type Seal } from '@plotline/kit/core/seal';
import type { Context } from '../../context.js';
import type { Person } from '../../directory/model/person.js';

/** How long the code may be typed after the password was proven. */
const stepLifetimeMs = 5 * 60_000;

/** What the sealed text is for, and so good for nothing else. */
const owner = 'sign-in step';

interface Step {
  readonly person: string;
  /** Of the hash of the password that was proven: a change of it makes the step void. */
  readonly password: string;
  readonly until: number;
}

function createStepSeal({ sealKeys }: Pick<Context, 'sealKeys'>): Seal {
  return createSeal(sealKeys, 'plotline sign-in steps v1');
}

function identifyPassword({ password_hash }: Person): string {
  return hash('sha256', password_hash ?? '', 'base64url');
}

/** Proof that somebody had the person's password just now, as a text that only this service can write. */
export function sealStep(context: Context, person: Person): string {
  const until = context.clock().getTime() + stepLifetimeMs;
  const step: Step = { person: person.id, password: identifyPassword(person), until };
  return createStepSeal(context).seal(JSON.stringify(step), owner);
}

function readStep(context: Context, text: string): Step | null {
  try {
    // The seal guarantees the shape: only `sealStep` writes it.
    return JSON.parse(createStepSeal(context).open(text, owner));
  } catch {
    return null;
  }
}

/** The person whose password was proven, or null when the text is not a proof, is old, or the password was changed meanwhile. */
export async function openStep(context: Context, text: string): Promise<Person | null> {
  const step = readStep(context, text);
  if (!step || step.until < context.clock().getTime()) return null;
  const person = await context.people.get(step.person);
  return person && identifyPassword(person) === step.password ? person : null;
}
