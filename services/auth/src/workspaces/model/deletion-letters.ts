import { type Letter, quoteName, quoteText } from '../../mail/model/letter.js';

/** Writes the email to a workspace's owners after one of them requested its deletion. */
export function writeDeletionRequested(
  dashboardUrl: string,
  workspaceName: string,
  request: { readonly person_name: string; readonly reason: string | null; readonly due_at: Date } | null,
): Letter {
  if (!request) throw new Error('There is no deletion request.');
  const { person_name, reason, due_at } = request;
  return {
    subject: `${quoteName(workspaceName)} will be deleted`,
    paragraphs: [
      `${quoteName(person_name)} requested the deletion of the workspace ${quoteName(workspaceName)} with all its data. We will delete it no earlier than ${due_at.toISOString()}.`,
      ...(reason === null ? [] : [`Reason: “${quoteText(reason)}”`]),
      'Until then, every owner can cancel the deletion in the workspace settings:',
    ],
    link: { label: 'Open the dashboard', url: dashboardUrl },
    closing: ['You receive this email as an owner of the workspace.'],
  };
}

/** Writes the email to a workspace's owners after one of them cancelled its deletion. */
export function writeDeletionWithdrawn(workspaceName: string, personName: string): Letter {
  return {
    subject: `${quoteName(workspaceName)} won't be deleted`,
    paragraphs: [
      `${quoteName(personName)} cancelled the deletion of the workspace ${quoteName(workspaceName)}. The workspace stays as it is.`,
    ],
    closing: ['You receive this email as an owner of the workspace.'],
  };
}
