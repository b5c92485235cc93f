import { ClipboardPaste, Trash2 } from 'lucide-react'
import { type ClipboardEvent, useState } from 'react'
import type { ShelfInput, Shelf, shelfUnits } from '#shared/portal/shelf-api.ts'
import type { z } from 'zod'
import type { ApiError } from '#web/api/api-error.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Combobox, type ComboboxOption } from '#web/ui/combobox.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { useDraft } from '../use-draft.ts'
import { type FindProducts, type Pasted, PastePars } from './paste-pars.tsx'
import { isPastedTable, type ReadPar } from './pasted-pars.ts'

type Unit = (typeof shelfUnits)[number]
interface Row {
  productId: string
  name: string
  par: number | null
  unit: Unit
}

export type ShelfFormProps = {
  accountId: string
  /** Null for a new shelf. */
  shelf: Shelf | null
  search: (typed: string, signal: AbortSignal) => Promise<ComboboxOption[]>
  /** Looks up the products named in a pasted table. */
  find: FindProducts
  error: ApiError | null
  busy: boolean
  onSave: (body: z.input<typeof ShelfInput>) => void
  onCancel: () => void
  onRemove?: () => void
}

/** Key of the draft: kept until the shelf is saved, and not used for a later version. */
export const shelfDraft = (accountId: string, shelf: Pick<Shelf, 'id' | 'version'> | null) =>
  shelf ? `shelf-${shelf.id}-${shelf.version}` : `shelf-new-${accountId}`

const lineOf = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>('[data-product]')?.dataset.product

/** A shelf's name and par levels; for the customer and the office. */
export function ShelfForm({ accountId, shelf, search, find, error, busy, onSave, onCancel, onRemove }: ShelfFormProps) {
  const { draft, change: write } = useDraft(shelfDraft(accountId, shelf), {
    name: shelf?.name ?? '',
    rows:
      shelf?.items.map(({ product, par, unit }): Row => ({ productId: product.id, name: product.name, par, unit })) ??
      [],
  })
  const { name, rows } = draft
  const setRows = (next: Row[]) => write({ rows: next })
  const change = (productId: string, part: Partial<Row>) =>
    setRows(rows.map((row) => (row.productId === productId ? { ...row, ...part } : row)))
  const add = (option: ComboboxOption | null) => {
    if (!option || rows.some((row) => row.productId === option.id)) return
    setRows([...rows, { productId: option.id, name: option.label, par: null, unit: 'piece' }])
  }
  const [pasted, setPasted] = useState<Pasted>()
  function onPaste(event: ClipboardEvent<HTMLFormElement>) {
    const text = event.clipboardData.getData('text')
    if (pasted || !isPastedTable(text) || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    setPasted({
      text,
      from: Math.max(
        0,
        rows.findIndex((row) => row.productId === lineOf(event.target)),
      ),
    })
  }
  function apply(pars: readonly ReadPar[]) {
    const read = new Map(pars.map((one) => [one.productId, one]))
    const changed = rows.map((row) => {
      const one = read.get(row.productId)
      return one ? { ...row, par: one.par, unit: one.unit ?? row.unit } : row
    })
    const added = pars.flatMap(({ productId, name: label, par, unit }): Row[] =>
      rows.some((row) => row.productId === productId) ? [] : [{ productId, name: label, par, unit: unit ?? 'piece' }],
    )
    setRows([...changed, ...added])
    setPasted(undefined)
  }
  const fieldError = (at: number) => error?.fields[`items.${at}.par`] ?? error?.fields[`items.${at}.productId`]
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onPaste={onPaste}
      onSubmit={(event) => {
        event.preventDefault()
        // An empty par is sent as 0, which its field's validation refuses.
        onSave({ name, items: rows.map(({ productId, par, unit }) => ({ productId, par: par ?? 0, unit })) })
      }}
    >
      <TextField
        label="Name of the shelf"
        required
        maxLength={80}
        placeholder="Ward 3"
        value={name}
        error={error?.fields['name'] && `The name ${error.fields['name']}`}
        onChange={(event) => write({ name: event.target.value })}
      />
      {rows.length > 0 && (
        <ul className="flex flex-col divide-y divide-line border-line border-y">
          {rows.map((row, at) => (
            <li
              key={row.productId}
              data-product={row.productId}
              className="flex flex-wrap items-end gap-x-3 gap-y-2 py-3"
            >
              <p className="wrap-anywhere min-w-0 flex-1 basis-40 self-center font-medium max-sm:basis-[calc(100%-4rem)]">
                {row.name}
              </p>
              <NumberField
                className="w-28 max-sm:order-2"
                label="Par level"
                aria-label={`Par level of ${row.name}`}
                value={row.par}
                error={fieldError(at)}
                onChange={(par) => change(row.productId, { par })}
              />
              <SelectField
                className="w-28 max-sm:order-2"
                label="Counted in"
                aria-label={`Counted in, ${row.name}`}
                value={row.unit}
                onChange={(event) => change(row.productId, { unit: event.target.value === 'pack' ? 'pack' : 'piece' })}
              >
                <option value="piece">Pieces</option>
                <option value="pack">Packs</option>
              </SelectField>
              <IconButton
                className="max-sm:order-1"
                label={`Remove ${row.name}`}
                onClick={() => setRows(rows.filter((one) => one.productId !== row.productId))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        label="Add a product"
        placeholder="Search by name or SKU"
        value={null}
        search={search}
        onChange={add}
        help="The par level is how many pieces should be there after a delivery."
      />
      {pasted ? (
        <PastePars
          key={pasted.text}
          pasted={pasted}
          lines={rows}
          find={find}
          onApply={apply}
          onCancel={() => setPasted(undefined)}
        />
      ) : (
        <Button className="self-start" onClick={() => setPasted({ text: '', from: 0 })}>
          <ClipboardPaste aria-hidden size={16} />
          Paste from a spreadsheet
        </Button>
      )}
      {error && Object.keys(error.fields).length === 0 && <Notice tone="bad">{error.message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save shelf
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
        {onRemove && (
          <Button variant="ghost" onClick={onRemove} className="ml-auto">
            Remove shelf
          </Button>
        )}
      </div>
    </form>
  )
}
