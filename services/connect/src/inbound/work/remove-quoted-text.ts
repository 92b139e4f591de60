import EmailReplyParser from 'email-reply-parser';

const parser = new EmailReplyParser();

/** Returns the text that a person wrote, without the mail that it answers; all of it when nothing else is left. */
export function removeQuotedText(text: string): string {
  const kept = parser.parseReply(text).split('\n');
  const written = kept
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .trim();
  return written === '' ? text.trim() : written;
}
