/** Range of a setting, and its default in a workspace that hasn't set it. */
interface NumberSetting {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Integer settings of a workspace, by their names in `PUT /auth/workspace`. The auth service stores and checks them,
 * and callers carry them to the services that use them.
 */
export const workspaceSettings = {
  /** Hours after which a hold expires if its request sets no end. */
  hold_hours: { default: 72, min: 1, max: 8_760 },
  /** Maximum number of times that a person with the role `agent` may extend a hold. */
  hold_extensions: { default: 2, min: 0, max: 100 },
  /** Number of days by which an instalment is invoiced before its due day. */
  invoice_lead_days: { default: 30, min: 0, max: 90 },
} as const satisfies Readonly<Record<string, NumberSetting>>;

export type WorkspaceSetting = keyof typeof workspaceSettings;

/** Checks whether a text is the name of a setting. */
export function isWorkspaceSetting(name: string): name is WorkspaceSetting {
  return Object.hasOwn(workspaceSettings, name);
}

/** Reads a setting of a caller's workspace. Callers carry only settings that differ from the default. */
export function readSetting(
  { settings = {} }: { readonly settings?: Readonly<Record<string, number>> },
  name: WorkspaceSetting,
): number {
  return settings[name] ?? workspaceSettings[name].default;
}
