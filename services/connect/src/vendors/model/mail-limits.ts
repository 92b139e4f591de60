/** Maximum characters for each part of a received email. The rest is cut off. */
export const mailLimits = { name: 200, address: 254, subject: 300, text: 20_000 } as const;

/** Returns the text without control characters, cut to the limit. Keeps line breaks and tabs. */
export function cutText(text: string, limit: number): string {
  const head = text
    .slice(0, limit * 2)
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  return head
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
    .toWellFormed()
    .slice(0, limit)
    .toWellFormed()
    .trim();
}
