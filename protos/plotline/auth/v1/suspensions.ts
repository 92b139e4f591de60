/** Classes of reasons for suspending a workspace, each with the sentence that people in the workspace read. */
export const suspensionReasons = {
  payment: 'A payment is overdue.',
  security: 'It was stopped to protect its data.',
  abuse: 'Its use broke the terms of service.',
  request: 'Its owner asked for this.',
  other: 'Ask your Plotline provider for the reason.',
} as const;

export type SuspensionReason = keyof typeof suspensionReasons;

/** Checks whether a text is a class of reasons. */
export function isSuspensionReason(name: string): name is SuspensionReason {
  return Object.hasOwn(suspensionReasons, name);
}

/** Returns the message of a refusal. A class that this release doesn't know counts as `other`. */
export function describeSuspension(reason: string): string {
  return `The workspace is suspended. ${suspensionReasons[isSuspensionReason(reason) ? reason : 'other']}`;
}
