export const modes = ['live', 'sandbox'] as const;
/** Which of the two sets of data of a workspace is meant. */
export type Mode = (typeof modes)[number];

export function isMode(text: string | undefined): text is Mode {
  return modes.some((mode) => mode === text);
}
