import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { useState } from 'react';
import { saveFile } from '../../api/save-file.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import {
  type DocumentChangeProps,
  SendDocumentForm,
  UploadSignedForm,
  VoidDocumentForm,
} from './document-change-forms.js';
import { type DocumentVersion, readContent, type SaleDocument } from './document-queries.js';

type Change = 'send' | 'upload' | 'void';

const forms = {
  send: { title: 'Send for signature', Form: SendDocumentForm },
  upload: { title: 'Upload the signed document', Form: UploadSignedForm },
  void: { title: 'Void the document', Form: VoidDocumentForm },
} as const satisfies Record<Change, { title: string; Form: (props: DocumentChangeProps) => unknown }>;

const downloads = { original: 'Download', signed: 'Download signed', audit: 'Download record of signatures' } as const;

/** Lists the changes that a document allows now. */
function listChanges({
  status,
  pending,
}: SaleDocument): readonly { readonly change: Change; readonly label: string }[] {
  if (pending !== null || ['signed', 'declined', 'voided'].includes(status)) return [];
  const isDraft = status === 'draft';
  return [
    ...(isDraft ? [{ change: 'send' as const, label: 'Send for signature…' }] : []),
    ...(isDraft ? [{ change: 'upload' as const, label: 'Upload signed…' }] : []),
    { change: 'void', label: 'Void…' },
  ];
}

/** Menu that downloads, sends, voids or signs a document. */
export function DocumentMenu({ document }: { readonly document: SaleDocument }) {
  const tenant = useTenant();
  const mayWrite = useCan('write');
  const [change, setChange] = useState<Change>();
  const close = () => setChange(undefined);
  const { title, Form } = forms[change ?? 'send'];
  const { id, name, files } = document;
  const versions = (['signed', 'original', 'audit'] as const).filter((version) => files[version] !== null);
  const download = (version: DocumentVersion) =>
    readContent(tenant, id, version).then(
      (file) => saveFile(file, version === 'original' ? `${name}.pdf` : `${name} (${version}).pdf`),
      showErrorToast("The document wasn't downloaded"),
    );
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for the document ${name}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {versions.map((version) => (
            <Menu.Item key={version} onClick={() => void download(version)}>
              {downloads[version]}
            </Menu.Item>
          ))}
          {(mayWrite ? listChanges(document) : []).map((one) => (
            <Menu.Item key={one.change} onClick={() => setChange(one.change)}>
              {one.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <FormModal opened={change !== undefined} onClose={close} title={`${title}: ${name}`}>
        <Form document={document} onClose={close} />
      </FormModal>
    </>
  );
}
