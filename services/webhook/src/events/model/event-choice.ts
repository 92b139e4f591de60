/** Returns the group of an event, such as `lead.*`. */
function toGroup(event: string): string {
  return `${event.split('.', 1)[0]}.*`;
}

/** Returns the groups of the events, each once. The groups are also the routing patterns of these events. */
export function listGroups(events: readonly string[]): string[] {
  return [...new Set(events.map(toGroup))];
}

/** Returns all choices that include the event: its name, its group such as `lead.*`, and `*`. */
export function listChoices(event: string): string[] {
  return [event, toGroup(event), '*'];
}

/** Returns the choices that include the event or group. */
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
