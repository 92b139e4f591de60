import { SectionLinks } from '../../components/section-links.js';

const sections = [
  { label: 'Deals', path: 'deals' },
  { label: 'Invoices', path: 'deals/invoices' },
  { label: 'Commissions', path: 'deals/commissions' },
] as const;

export function DealSections() {
  return <SectionLinks label="Deals" sections={sections} />;
}
