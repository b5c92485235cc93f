import { type ClipboardEvent, useState } from 'react'
import { useFieldArray, type UseFormReturn, useWatch } from 'react-hook-form'
import { maxLimit } from '#shared/http/paging.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { call } from '#web/api/client.ts'
import {
  AddLine,
  EditedLine,
  type EditorColumn,
  ExtraCell,
  goBelowOnEnter,
  LineHead,
  LinesEditor,
} from '#web/documents/lines-editor.tsx'
import { FormCheckboxField, FormTextField } from '#web/forms/form-fields.tsx'
import { FormMoneyField, FormNumberField, FormPicker } from '#web/forms/form-value-fields.tsx'
import {
  type AddedLot,
  type AddStockValues,
  blankLot,
  isBlankLot,
  parsePastedLots,
  type PastedLot,
  soonestOf,
} from './add-stock-values.ts'
import { ExpiryPrompt } from '#web/inventory/public/expiry-prompt.tsx'
import { locationLabel, OwnLocationPicker } from '#web/inventory/public/location-picker.tsx'
import { useSettings } from '#web/session/settings.ts'
import type { ComboboxOption } from '#web/ui/combobox.tsx'
import { isInside } from '#web/ui/inside.ts'
import { Notice } from '#web/ui/notice.tsx'

type AddStockRowsProps = { form: UseFormReturn<AddStockValues>; hasLots: boolean; home: ComboboxOption | null }

/** The received rows: one per lot, or one per location for products without lot tracking. */
export function AddStockRows({ form, hasLots, home }: AddStockRowsProps) {
  const { control, getValues, setFocus } = form
  const { currency } = useSettings()
  const { fields, append, remove, replace } = useFieldArray({ control, name: 'lots' })
  const lots = useWatch({ control, name: 'lots' })
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const first = hasLots ? 'lotNumber' : 'quantity'
  const pieces = lots.reduce((sum, { quantity }) => sum + (quantity || 0), 0)
  const soonest = hasLots ? soonestOf(lots) : null

  // A new row starts with the location of the previous one, as goods that arrive together mostly go to one place.
  const add = (at: number) =>
    append(blankLot(getValues(`lots.${at - 1}.location`) ?? home), { focusName: `lots.${at}.${first}` })
  const onKeyDown = goBelowOnEnter({
    count: () => getValues('lots').length,
    isBlank: (at) => isBlankLot(getValues(`lots.${at}`)),
    focus: (at) => setFocus(`lots.${at}.${first}`),
    append: add,
  })
  function onPaste(event: ClipboardEvent) {
    const rows = isInside(event) && parsePastedLots(event.clipboardData.getData('text'), hasLots)
    if (!rows) return
    event.preventDefault()
    void paste(rows)
  }
  async function paste(rows: readonly PastedLot[]) {
    const named = rows.some(({ locationName }) => locationName !== '')
      ? await findLocations()
      : new Map<string, never>()
    const pasted = rows.map(
      ({ locationName, ...row }): AddedLot => ({
        ...row,
        location: locationName === '' ? home : (named.get(locationName.toLowerCase()) ?? null),
      }),
    )
    setUnknown(
      [...new Set(rows.map(({ locationName }) => locationName))].filter(
        (name) => name !== '' && !named.has(name.toLowerCase()),
      ),
    )
    replace([...getValues('lots').filter((lot) => !isBlankLot(lot)), ...pasted])
  }
  return (
    <LinesEditor
      isBare
      title={hasLots ? 'Lots' : 'Locations'}
      columns={columnsOf(hasLots, currency)}
      onPaste={onPaste}
      foot={
        <>
          {unknown.length > 0 && (
            <Notice tone="warn">
              There is no location called {unknown.join(', ')}. Choose {unknown.length === 1 ? 'it' : 'them'} in the
              rows.
            </Notice>
          )}
          {soonest && <ExpiryPrompt date={soonest.date} lot={soonest.lotNumber} />}
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <AddLine label={hasLots ? 'Add lot' : 'Add location'} onClick={() => add(fields.length)} />
            <p role="status" className="figures text-secondary text-table">
              {hasLots && `${fields.length.toLocaleString()} ${fields.length === 1 ? 'lot' : 'lots'}, `}
              <strong className="font-semibold text-primary">{pieces.toLocaleString()}</strong>{' '}
              {pieces === 1 ? 'piece' : 'pieces'}
            </p>
          </div>
        </>
      }
    >
      {fields.map((field, at) => (
        <EditedLine
          key={field.id}
          label={`Row ${at + 1}`}
          // Without lots, Enter submits the form.
          {...(hasLots && { onKeyDown: (event) => onKeyDown(event, at) })}
          {...(fields.length > 1 && { onRemove: () => remove(at) })}
        >
          {hasLots && <LotCells at={at} form={form} noExpiry={lots[at]?.noExpiry ?? false} />}
          <FormNumberField control={control} name={`lots.${at}.quantity`} label="Quantity" inputMode="numeric" />
          <LocationCell at={at} form={form} hasLots={hasLots} isRequired={home === null} />
          <FormMoneyField
            control={control}
            name={`lots.${at}.unitCost`}
            label="Unit cost"
            currency=""
            placeholder="as now"
          />
        </EditedLine>
      ))}
    </LinesEditor>
  )
}

const columnsOf = (hasLots: boolean, currency: string): (EditorColumn | false)[] => [
  hasLots && { header: 'Lot number', width: 'minmax(0,1fr)' },
  hasLots && { header: 'Expiry date', width: '9.5rem' },
  hasLots && { header: '', width: '8.5rem', isExtra: true },
  { header: 'Quantity', width: '6.5rem', isNumber: true },
  { header: 'Location', width: hasLots ? '14rem' : 'minmax(0,1fr)', isExtra: hasLots },
  { header: `Unit cost, ${currency}`, width: '7.5rem', isNumber: true },
]

type CellProps = { at: number; form: UseFormReturn<AddStockValues> }

function LotCells({ at, form: { control, clearErrors }, noExpiry }: CellProps & { noExpiry: boolean }) {
  return (
    <>
      <LineHead>
        <FormTextField control={control} name={`lots.${at}.lotNumber`} label="Lot number" autoComplete="off" />
      </LineHead>
      <FormTextField
        control={control}
        name={`lots.${at}.expiryDate`}
        label="Expiry date"
        type="date"
        disabled={noExpiry}
        className="carded:col-span-2"
      />
      <ExtraCell
        below="second"
        className="flex min-h-(--control) items-center tabular:self-end tabular-wide:self-auto [&_label]:text-table"
      >
        <FormCheckboxField
          control={control}
          name={`lots.${at}.noExpiry`}
          label="Does not expire"
          rules={{ onChange: () => clearErrors(`lots.${at}.expiryDate`) }}
        />
      </ExtraCell>
    </>
  )
}

function LocationCell({ at, form, hasLots, isRequired }: CellProps & { hasLots: boolean; isRequired: boolean }) {
  const field = (
    <FormPicker
      picker={OwnLocationPicker}
      control={form.control}
      name={`lots.${at}.location`}
      label="Location"
      required={isRequired}
      creatable
      keep={({ id, label }) => ({ id, label })}
      {...(!hasLots && { className: 'carded:col-span-2' })}
    />
  )
  if (!hasLots) return field
  return (
    <ExtraCell below="thirdAndFourth" className="carded:col-span-2">
      {field}
    </ExtraCell>
  )
}

/** All own locations by name and by picker label. */
async function findLocations(): Promise<Map<string, ComboboxOption>> {
  const { data } = await call(inventoryApi.listLocations, { query: { limit: maxLimit, own: 'true' } }, { quiet: true })
  return new Map(
    data.flatMap((location) => {
      const option = { id: location.id, label: locationLabel(location) }
      return [
        [option.label.toLowerCase(), option],
        [location.name.toLowerCase(), option],
      ]
    }),
  )
}
