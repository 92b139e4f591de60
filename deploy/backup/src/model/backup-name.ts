const prefix = 'plotline-';
const pattern = /^plotline-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/** Returns the name of a backup that starts at the given time, such as `plotline-20260301T093000Z`. */
export function toBackupName(time: Date): string {
  return `${prefix}${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** Returns the time in the name of a backup, or undefined for any other name. */
export function parseBackupName(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = pattern.exec(name) ?? [];
  if (year === undefined) return undefined;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}
