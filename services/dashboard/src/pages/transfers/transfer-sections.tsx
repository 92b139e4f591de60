import { useCan } from '../../api/workspace.js';
import { type Section, SectionLinks } from '../../components/section-links.js';

const forAll: readonly Section[] = [
  { label: 'Imports', path: 'transfers' },
  { label: 'Exports', path: 'transfers/exports' },
];
const feed: Section = { label: 'Feed for portals', path: 'transfers/feed' };

/** Imports, exports and, for whoever may have it, the feed. */
export function TransferSections() {
  return <SectionLinks label="Import and export" sections={useCan('administer') ? [...forAll, feed] : forAll} />;
}
