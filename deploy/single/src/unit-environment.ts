const separator = '__';

/**
 * Returns the environment of one unit. A variable with the prefix `<UNIT>__` applies only to that unit and overrides
 * the shared variable: `TEAM__HTTP_PORT` is `HTTP_PORT` for team. Leaves out the variables of other units.
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
