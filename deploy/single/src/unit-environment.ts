const separator = '__';

/**
 * The environment of one unit: a variable with the unit's name and two underscores before it is for that unit alone, and goes before
 * the one that all share. `TEAM__HTTP_PORT` is `HTTP_PORT` for team. What is for other units is left out.
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
