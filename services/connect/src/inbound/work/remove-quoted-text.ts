import EmailReplyParser from 'email-reply-parser';

const parser = new EmailReplyParser();

/** Returns the text that the sender wrote, without the quoted email. Returns the whole text if nothing else is left. */
export function removeQuotedText(text: string): string {
  const kept = parser.parseReply(text).split('\n');
  const written = kept
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .trim();
  return written === '' ? text.trim() : written;
}
