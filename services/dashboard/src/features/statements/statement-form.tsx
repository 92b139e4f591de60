import { NativeSelect, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { showToast } from '../../ui/feedback/toast.js';
import { CurrencyField } from '../../ui/forms/currency-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import classes from '../../ui/forms/form-fields.module.css';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { describeResult } from './describe-result.js';
import type { StatementFile } from './read-file.js';
import { guessColumns, listColumns, type StatementColumns } from './statement-columns.js';
import { getLinesKey, sendStatement } from './statement-queries.js';

const numberFormats = ['1,234.56', '1.234,56'] as const;
const dateOrders = ['ymd', 'dmy', 'mdy'] as const;
const dateLabels = { ymd: '2026-11-25', dmy: '25/11/2026', mdy: '11/25/2026' } as const;

type Values = {
  readonly columns: StatementColumns;
  readonly currency: string;
  readonly number_format: string;
  readonly date_order: string;
};

interface StatementFormProps {
  readonly file: StatementFile;
  readonly currency: string;
  readonly onDone: () => void;
}

const columnLabels = {
  date: 'Column of the date',
  amount: 'Column of the amount',
  text: 'Column of the text',
} as const;
const columnNames = ['date', 'amount', 'text'] as const;

/** Asks how to read a statement, and imports it. */
export function StatementForm({ file: { csv }, currency, onDone }: StatementFormProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const names = listColumns(csv);
  const { form, problem, showProblem, clearProblem } = useProblemForm<Values>({
    initialValues: { columns: guessColumns(names), currency, number_format: '1,234.56', date_order: 'ymd' },
    validate: {
      columns: {
        date: (name) => (name === '' ? 'Choose the column with the date.' : null),
        amount: (name) => (name === '' ? 'Choose the column with the amount.' : null),
        text: (name) => (name === '' ? 'Choose the column with the text.' : null),
      },
    },
  });
  const send = useMutation({
    mutationFn: ({ columns, currency: chosen, number_format, date_order }: Values) =>
      sendStatement(tenant, {
        csv,
        columns,
        currency: chosen,
        number_format: numberFormats.find((one) => one === number_format) ?? '1,234.56',
        date_order: dateOrders.find((one) => one === date_order) ?? 'ymd',
      }),
    onSuccess: (result) => {
      showToast(describeResult(result));
      onDone();
      return queries.invalidateQueries({ queryKey: getLinesKey(tenant) });
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    send.mutate(values);
  });
  const columnChoices = [{ value: '', label: 'Choose' }, ...names.map((value) => ({ value, label: value }))];
  return (
    <form onSubmit={submit} noValidate aria-label="Import the statement">
      <Stack gap="sm">
        <div className={classes['pair']}>
          {columnNames.map((name) => (
            <NativeSelect
              key={name}
              label={columnLabels[name]}
              data={columnChoices}
              {...form.getInputProps(`columns.${name}`)}
            />
          ))}
          <CurrencyField {...form.getInputProps('currency')} />
          <NativeSelect label="Number format" data={[...numberFormats]} {...form.getInputProps('number_format')} />
          <NativeSelect
            label="Date format"
            data={dateOrders.map((value) => ({ value, label: dateLabels[value] }))}
            {...form.getInputProps('date_order')}
          />
        </div>
        <FormActions label="Import statement" isBusy={send.isPending} problem={problem} onCancel={onDone} />
      </Stack>
    </form>
  );
}
