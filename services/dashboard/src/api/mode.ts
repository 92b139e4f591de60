export const modes = ['live', 'sandbox'] as const;
/** One of a workspace's two data sets: live or sandbox. */
export type Mode = (typeof modes)[number];

export function isMode(text: unknown): text is Mode {
  return modes.some((mode) => mode === text);
}
