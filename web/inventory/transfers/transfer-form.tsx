import { Controller } from 'react-hook-form'
import { Link } from 'react-router'
import type { Transfer } from '#shared/inventory/transfers/api.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { PageForm } from '#web/forms/page-form.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { TransferLinesEditor } from './transfer-lines-editor.tsx'
import { transferLabels as labels, transferLineLabel, type TransferValues } from './transfer-values.ts'
import { DocumentStatusBadge } from '#web/inventory/stock/document-status-badge.tsx'
import { paths } from '#web/paths.ts'
import { LocationPicker } from '#web/inventory/public/location-picker.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type TransferFormProps = FormState<TransferValues> & {
  title: string
  /** The one that is edited. */
  transfer?: Pick<Transfer, 'id' | 'number' | 'status'>
}

/** The form of a transfer, new or edited: from where, to where, and what. */
export function TransferForm({ form, transfer, ...rest }: TransferFormProps) {
  const { control, register, formState, setValue, getValues } = form
  // Lots stand where they stand: another source has others.
  function forgetLots() {
    for (const at of getValues('lines').keys()) setValue(`lines.${at}.lotId`, '')
  }
  return (
    <PageForm
      {...rest}
      form={form}
      labels={labels}
      labelOf={transferLineLabel}
      wide
      rail={
        <Card>
          <TextAreaField
            label={labels.note}
            rows={2}
            placeholder="For the people who pack or receive it"
            {...register('note')}
            error={sentence(labels.note, formState.errors.note?.message)}
          />
        </Card>
      }
      submitLabel={transfer ? 'Save changes' : 'Save transfer'}
      status={transfer && <DocumentStatusBadge status={transfer.status} />}
      trail={
        <>
          <Link to={paths.stockTransfers}>Stock transfers</Link>
          {transfer && <Link to={paths.stockTransfer(transfer.id)}>{transfer.number}</Link>}
        </>
      }
    >
      <Card>
        <FieldRow>
          <Controller
            control={control}
            name="source"
            render={({ field, fieldState }) => (
              <LocationPicker
                {...field}
                required
                label={labels.source}
                onChange={(option) => {
                  if (option?.id !== field.value?.id) forgetLots()
                  field.onChange(option)
                }}
                error={sentence(labels.source, fieldState.error?.message)}
              />
            )}
          />
          <Controller
            control={control}
            name="destination"
            render={({ field, fieldState }) => (
              <LocationPicker
                {...field}
                required
                creatable
                label={labels.destination}
                error={sentence(labels.destination, fieldState.error?.message)}
              />
            )}
          />
        </FieldRow>
      </Card>
      <TransferLinesEditor transfer={transfer?.id} />
    </PageForm>
  )
}
