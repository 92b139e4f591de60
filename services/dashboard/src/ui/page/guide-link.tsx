import { Anchor } from '@mantine/core';
import IconExternalLink from '@tabler/icons-react/icons/IconExternalLink';

/** Guides that pages link to, by their name in the address. */
const guides = {
  authentication: 'How keys work',
  oauth: 'How apps get access',
  imports: 'How to prepare a file',
  stripe: 'How Stripe works here',
  'bank-statements': 'How bank statements work',
  'rate-limits': 'How limits work',
  sandbox: 'About the sandbox',
  sync: 'How to follow changes',
  webhooks: 'How to receive events',
  zapier: 'How to set up Zapier',
  n8n: 'How to set up n8n',
} as const;

export type GuideName = keyof typeof guides;

/** Link to a guide in the documentation, which opens in a new tab. */
export function GuideLink({ guide }: { readonly guide: GuideName }) {
  return (
    <Anchor href={`/docs/guides/${guide}`} target="_blank" rel="noreferrer" size="sm">
      {guides[guide]}
      <IconExternalLink size={14} stroke={1.75} aria-hidden style={{ verticalAlign: '-2px', marginInlineStart: 4 }} />
      <span className="visually-hidden"> (guide, opens in a new tab)</span>
    </Anchor>
  );
}
