import { type Letter, quoteName, quoteText } from './letter.js';

/** A notice in an email, and its page. */
export interface NoticeLine {
  readonly text: string;
  readonly url: string;
}

/** Maximum notices that an email shows in full. It only states the number of further notices. */
const maxLines = 20;

export interface NoticeLetter {
  readonly workspaceName: string;
  /** Newest first. */
  readonly lines: readonly [NoticeLine, ...NoticeLine[]];
  readonly dashboardUrl: string;
  readonly settingsUrl: string;
  readonly unsubscribeUrl: string;
}

/**
 * Writes an email with the notices for a person in a workspace. A single notice becomes the subject, and the link leads
 * to its page.
 */
export function writeNotices({
  workspaceName,
  lines,
  dashboardUrl,
  settingsUrl,
  unsubscribeUrl,
}: NoticeLetter): Letter {
  const workspace = quoteName(workspaceName);
  const [first] = lines;
  const others = lines.length - maxLines;
  const isSingle = lines.length === 1;
  const title = isSingle ? quoteName(first.text) : `${lines.length} notifications`;
  const shown = lines.slice(0, maxLines).map(({ text }) => quoteText(text));
  return {
    subject: `${workspace}: ${title}`,
    paragraphs: [...shown, ...(others > 0 ? [`And ${others} more.`] : [])],
    link: isSingle ? { label: 'Open in Plotline', url: first.url } : { label: 'Open Plotline', url: dashboardUrl },
    closing: [`You get this email because of your notification settings in the workspace ${workspace}.`],
    footer: [
      { label: 'Change the settings', url: settingsUrl },
      { label: 'Turn these emails off', url: unsubscribeUrl },
    ],
    unsubscribeUrl,
  };
}
