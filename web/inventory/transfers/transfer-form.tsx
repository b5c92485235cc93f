import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { Transfer } from '#shared/inventory/transfers/api.ts'
import { DocumentForm } from '#web/documents/document-form.tsx'
import { FormTextAreaField } from '#web/forms/form-fields.tsx'
import { FormPicker } from '#web/forms/form-value-fields.tsx'
import type { FormState } from '#web/forms/record-form.tsx'
import { TransferLinesEditor } from './transfer-lines-editor.tsx'
import { transferProgress } from './transfer-progress.ts'
import { transferLabels as labels, transferLineLabel, type TransferValues } from './transfer-values.ts'
import { DocumentStatusBadge } from '#web/inventory/stock/document-status-badge.tsx'
import { paths } from '#web/paths.ts'
import { LocationPicker } from '#web/inventory/public/location-picker.tsx'
import { transferPlace } from '#web/records/record-places.ts'
import { Card } from '#web/ui/card.tsx'
import { FieldRow } from '#web/ui/form-layout.tsx'

type TransferFormProps = FormState<TransferValues> & {
  title: string
  /** The transfer to edit. */
  transfer?: Transfer
}

/** The form of a new or edited transfer: source, destination and lines. */
export function TransferForm({ transfer, ...state }: TransferFormProps) {
  const { control, setValue, getValues } = state.form
  // Clears the lots when the source changes: other locations have other lots.
  function forgetLots() {
    for (const at of getValues('lines').keys()) setValue(`lines.${at}.lotId`, '')
  }
  return (
    <DocumentForm
      {...state}
      place={transferPlace}
      labels={labels}
      labelOf={transferLineLabel}
      submitLabel={transfer ? 'Save changes' : 'Save transfer'}
      status={transfer && <DocumentStatusBadge status={transfer.status} />}
      trail={transfer && <Link to={paths.stockTransfer(transfer.id)}>{transfer.number}</Link>}
      cancelTo={transfer ? paths.stockTransfer(transfer.id) : paths.stockTransfers}
      progress={transferProgress(transfer)}
      facts={[
        { label: 'Source', value: <Chosen name="source" /> },
        { label: 'Destination', value: <Chosen name="destination" /> },
        { label: 'Pieces', value: <Pieces />, isAmount: true },
      ]}
      rail={{
        party: (
          <Card title="Details">
            <FormTextAreaField
              control={control}
              name="note"
              label={labels.note}
              rows={3}
              placeholder="For the people who pack or receive it"
            />
          </Card>
        ),
      }}
    >
      <Card title="Transfer">
        <FieldRow>
          <FormPicker
            picker={LocationPicker}
            control={control}
            name="source"
            label={labels.source}
            required
            onPicked={forgetLots}
          />
          <FormPicker
            picker={LocationPicker}
            control={control}
            name="destination"
            label={labels.destination}
            required
            creatable
          />
        </FieldRow>
      </Card>
      <TransferLinesEditor transfer={transfer?.id} />
    </DocumentForm>
  )
}

function Chosen({ name }: { name: 'source' | 'destination' }) {
  return useWatch({ control: useFormContext<TransferValues>().control, name })?.label
}

function Pieces() {
  const lines = useWatch({ control: useFormContext<TransferValues>().control, name: 'lines' })
  return lines.reduce((sum, { quantity }) => sum + (quantity || 0), 0).toLocaleString()
}
