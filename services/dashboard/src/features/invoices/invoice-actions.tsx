import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan, useTenant } from '../../api/workspace.js';
import { FormDrawer } from '../../ui/dialogs/form-dialog.js';
import { formatDateTime } from '../../ui/format/format-date.js';
import { formatMoney } from '../../ui/format/format-number.js';
import { DownloadButton } from '../../ui/page/download-button.js';
import { PaymentLinkForm } from '../payment-links/payment-link-form.js';
import { type Invoice, readInvoicePdf } from './invoice-queries.js';
import { InvoiceStatus } from './invoice-status.js';
import { PaymentForm } from './payment-form.js';
import { PaymentList } from './payment-list.js';
import { getBuyerName, getListingName } from './sale-name.js';

function describeDue({ due_on, status }: Invoice): string {
  if (status === 'void') return 'The deal was cancelled, so nothing is to be paid.';
  return due_on === null ? 'Due on receipt' : `Due on ${formatDateTime(due_on)}`;
}

/** Opens the form that creates a payment link for the balance. */
function InvoiceLink({ invoice: { id, number, balance, currency } }: { readonly invoice: Invoice }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  if (isOpen) {
    return <PaymentLinkForm record={{ type: 'invoice', id }} balance={{ amount: balance, currency }} onClose={close} />;
  }
  return (
    <Group>
      <Button size="xs" variant="default" onClick={open} aria-label={`Payment link for ${number}`}>
        Payment link
      </Button>
    </Group>
  );
}

/** Payments of an invoice. While a balance is left, a form records another payment. */
function Payments({ invoice }: { readonly invoice: Invoice }) {
  const mayWrite = useCan('write');
  const { id, amount, balance, currency } = invoice;
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" c="dimmed">
          {getBuyerName(invoice)} · {getListingName(invoice)}
        </Text>
        <Text size="lg" fw={700}>
          {formatMoney(balance, currency)} of {formatMoney(amount, currency)} to pay
        </Text>
        <Group gap="xs" mt={4}>
          <InvoiceStatus {...invoice} />
          <Text size="sm">{describeDue(invoice)}</Text>
        </Group>
      </div>
      {/* The balance is part of the key, so that the form starts with the new balance after a payment. */}
      {mayWrite && balance > 0 ? (
        <>
          <PaymentForm key={`payment ${balance}`} invoice={invoice} />
          <InvoiceLink key={`link ${balance}`} invoice={invoice} />
        </>
      ) : null}
      <Divider />
      <PaymentList invoiceId={id} />
    </Stack>
  );
}

/** Buttons of an invoice. They open its payments and download the document for the buyer. */
export function InvoiceActions({ invoice }: { readonly invoice: Invoice }) {
  const tenant = useTenant();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { id, number } = invoice;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" onClick={open} aria-label={`Payments of ${number}`}>
        Payments
      </Button>
      <DownloadButton
        label="PDF"
        name={`Download ${number} as PDF`}
        fileName={`${number}.pdf`}
        read={() => readInvoicePdf(tenant, id)}
      />
      <FormDrawer opened={isOpen} onClose={close} title={`Payments of ${number}`} position="right" size="md">
        <Payments invoice={invoice} />
      </FormDrawer>
    </Group>
  );
}
