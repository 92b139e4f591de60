import { type Letter, quoteLines, quoteName } from './letter.js';

/** Writes a digest to its recipients, whom an owner or admin has chosen. */
export function writeDigest(
  dashboardUrl: string,
  workspaceName: string,
  { subject, paragraphs }: { readonly subject: string; readonly paragraphs: readonly string[] },
): Letter {
  const workspace = quoteName(workspaceName);
  return {
    subject: `${workspace}: ${quoteName(subject)}`,
    paragraphs: paragraphs.map(quoteLines),
    link: { label: 'Open the dashboard', url: dashboardUrl },
    closing: [`An owner or admin of the workspace ${workspace} added you to this digest and can remove you.`],
  };
}
