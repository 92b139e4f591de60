const separator = '__';

/**
 * Returns the environment of one unit. A variable with the unit's name and two underscores as prefix applies to that
 * unit only, and overrides the shared one: `TEAM__HTTP_PORT` is `HTTP_PORT` for team. Variables of other units are left
 * out.
 */
export function toUnitEnvironment(environment: NodeJS.ProcessEnv, unit: string): NodeJS.ProcessEnv {
  const own = `${unit.toUpperCase()}${separator}`;
  const shared: NodeJS.ProcessEnv = {};
  const ofUnit: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(environment)) {
    if (name.startsWith(own)) ofUnit[name.slice(own.length)] = value;
    else if (!/^[A-Z]+__/.test(name)) shared[name] = value;
  }
  return { ...shared, ...ofUnit };
}
