interface Mark {
  readonly initials: string;
  readonly colour: string;
  /** SVG path behind the initials, in a square of 40 by 40 units. */
  readonly shape: string;
}

const disc = 'M20 2a18 18 0 1 0 0 36a18 18 0 1 0 0-36z';
const tile = 'M9 3h22a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6V9a6 6 0 0 1 6-6z';
const bubble = 'M9 4h22a6 6 0 0 1 6 6v14a6 6 0 0 1-6 6H19l-8 7v-7H9a6 6 0 0 1-6-6V10a6 6 0 0 1 6-6z';
const envelope = 'M5 8h30a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V11a3 3 0 0 1 3-3z';
const page = 'M8 2h17l8 8v26a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z';
const hexagon = 'M20 2l16 9v18l-16 9l-16-9V11z';

/**
 * The marks are drawn for Plotline, and none is a vendor's logo. The shape stands for the category, and the initials
 * stand for the name. White text has a contrast of at least 4.5 on each colour.
 */
const marks: Readonly<Record<string, Mark>> = {
  stripe: { initials: 'St', colour: '#4b46b8', shape: tile },
  bank_statement: { initials: 'BS', colour: '#1f6f5c', shape: tile },
  postmark: { initials: 'Pm', colour: '#8a5a00', shape: envelope },
  smtp: { initials: 'SM', colour: '#4a5568', shape: envelope },
  hubspot: { initials: 'Hs', colour: '#b3412a', shape: disc },
  documenso: { initials: 'Dn', colour: '#3f6b1f', shape: page },
  docusign: { initials: 'Ds', colour: '#23408e', shape: page },
  slack: { initials: 'Sl', colour: '#6b2d6f', shape: bubble },
  teams: { initials: 'Te', colour: '#4a4f9c', shape: bubble },
  google_chat: { initials: 'GC', colour: '#1f6b45', shape: bubble },
  mail_digest: { initials: 'Di', colour: '#0f5f8a', shape: envelope },
  feed: { initials: 'PF', colour: '#7a3b12', shape: page },
  zapier: { initials: 'Za', colour: '#b03a0e', shape: hexagon },
  n8n: { initials: 'n8', colour: '#a3264f', shape: hexagon },
};

/** Small mark of an integration. It is decorative, because the integration's name is beside it. */
export function ProviderMark({ name }: { readonly name: string }) {
  const { initials, colour, shape } = marks[name] ?? {
    initials: name.slice(0, 2).toUpperCase(),
    colour: '#4a5568',
    shape: disc,
  };
  return (
    <svg width={32} height={32} viewBox="0 0 40 40" aria-hidden focusable="false">
      <path d={shape} fill={colour} />
      <text x={20} y={24.5} textAnchor="middle" fontSize={14} fontWeight={700} fill="#ffffff">
        {initials}
      </text>
    </svg>
  );
}
