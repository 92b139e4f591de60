import { Kbd, Table } from '@mantine/core';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { keyHelp } from './grid-keys.js';

/** Lists the keys that work in the table. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <ModalDialog opened onClose={onClose} title="Keyboard shortcuts">
      <Table>
        <Table.Caption className="visually-hidden">Keys in the table of leads</Table.Caption>
        <Table.Tbody>
          {keyHelp.map(({ keys, does }) => (
            <Table.Tr key={does}>
              <Table.Th scope="row" fw={400}>
                {does}
              </Table.Th>
              <Table.Td ta="end">
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ModalDialog>
  );
}
