/** Returns what a subscription to the event may have chosen: the event's name, its group such as `lead.*`, or `*`. */
export function listChoices(event: string): string[] {
  return [event, `${event.split('.', 1)[0]}.*`, '*'];
}

/** Returns those of the choices that include the event, or the group. */
export function findChoices(choices: readonly string[], event: string): string[] {
  const including = listChoices(event);
  return choices.filter((choice) => including.includes(choice));
}

/** Returns the events that the choices include. An event that was chosen by name is included even if it is unknown. */
export function expandChoices(choices: readonly string[], publicEvents: readonly string[]): readonly string[] {
  if (choices.includes('*')) return publicEvents;
  const isGroup = (choice: string) => choice.endsWith('.*');
  const groups = choices.filter(isGroup);
  const ofGroups = publicEvents.filter((event) => findChoices(groups, event).length > 0);
  return [...new Set([...choices.filter((choice) => !isGroup(choice)), ...ofGroups])];
}
