import { useState } from 'react'
import { formatAmount } from '#shared/money.ts'
import type { ReorderGroup, ReorderItem } from '#shared/purchasing/reorder/api.ts'
import { GiveSupplierDialog } from './give-supplier-dialog.tsx'
import { type ReorderSelection, worthOf } from './use-reorder-selection.ts'
import { reorderColumns } from './reorder-columns.tsx'
import { ReorderExplanation } from './reorder-explanation.tsx'
import { useCan } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { cn } from '#web/ui/class-names.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'

type ReorderGroupsProps = {
  groups: readonly ReorderGroup[]
  coverDays: number
  serviceLevelPercent: number
  /** Undefined for users who may not order. */
  choice: ReorderSelection | undefined
  busy: boolean
}

/** The low items by supplier; items without one are last. */
export function ReorderGroups({ groups, coverDays, serviceLevelPercent, choice, busy }: ReorderGroupsProps) {
  const [explained, setExplained] = useState<ReorderItem>()
  const [given, setGiven] = useState<readonly ReorderItem[]>()
  const { currency } = useSettings()
  const columnsOf = ({ supplier, items }: ReorderGroup) => {
    const header = supplier ? `${supplier.name} (${items.length})` : 'Item'
    const total = supplier ? amountOf(items) : undefined
    const columns = reorderColumns({
      header,
      total,
      choice: supplier ? choice : undefined,
      onExplain: setExplained,
    })
    return supplier ? columns : [...columns.slice(0, -1), giveColumn(setGiven), ...columns.slice(-1)]
  }
  const amountOf = (items: readonly ReorderItem[]) =>
    `${currency} ${formatDecimalInput(formatAmount(totalOf(items, choice)), 2)}`
  const summaryOf = (items: readonly ReorderItem[]) =>
    `${items.length.toLocaleString()} ${items.length === 1 ? 'item' : 'items'}, ${amountOf(items)}`
  return (
    <>
      {groups.map(({ supplier, items }) => (
        <section key={supplier?.id ?? ''} aria-label={supplier?.name ?? noneTitle} className="flex flex-col gap-2">
          {/* The table's first column header has the supplier; cards have no header. */}
          <header
            className={cn(
              'flex flex-wrap items-end justify-between gap-x-4 gap-y-1 max-md:items-baseline',
              supplier && 'md:sr-only',
            )}
          >
            <h2 className="font-semibold text-sm">{supplier?.name ?? noneTitle}</h2>
            <p className="flex-1 text-muted text-xs">
              {summaryOf(items)}
              {!supplier && '. Assign a supplier before ordering.'}
            </p>
            {!supplier && <GiveAll items={items} onGive={setGiven} />}
          </header>
          <DataTable
            label={supplier ? `Order from ${supplier.name}` : noneTitle}
            columns={columnsOf({ supplier, items })}
            rows={items}
            rowId={(item) => item.id}
            busy={busy}
            {...(supplier &&
              choice && {
                selectAllLabel: `Select all of ${supplier.name}`,
                selected: new Set(items.filter(({ id }) => choice.selected.has(id)).map(({ id }) => id)),
                onSelectedChange: (ids: ReadonlySet<string>) => choice.select(items, ids),
              })}
          />
        </section>
      ))}
      {explained && (
        <ReorderExplanation
          item={explained}
          {...{ coverDays, serviceLevelPercent }}
          close={() => setExplained(undefined)}
        />
      )}
      {given && <GiveSupplierDialog items={given} close={() => setGiven(undefined)} />}
    </>
  )
}

const noneTitle = 'Without an active supplier'

const totalOf = (items: readonly ReorderItem[], choice: ReorderSelection | undefined) =>
  items.reduce((sum, item) => sum + worthOf(item, choice ? choice.quantityOf(item) : item.quantity), 0n)

function useMayGive() {
  const [products, materials] = [useCan('inventory.edit'), useCan('rawmaterials.edit')]
  return (item: ReorderItem) => (item.kind === 'product' ? products : materials)
}

type Give = (items: readonly ReorderItem[]) => void

function GiveAll({ items, onGive }: { items: readonly ReorderItem[]; onGive: Give }) {
  const mine = items.filter(useMayGive())
  if (mine.length < 2) return null
  return (
    <Button size="sm" onClick={() => onGive(mine)}>
      Assign a supplier to all {mine.length}
    </Button>
  )
}

const giveColumn = (onGive: Give) => ({
  id: 'give',
  header: 'Supplier',
  hideHeader: true,
  cell: (item: ReorderItem) => <GiveOne item={item} onGive={onGive} />,
  phone: true,
})

function GiveOne({ item, onGive }: { item: ReorderItem; onGive: Give }) {
  const mayGive = useMayGive()
  if (!mayGive(item)) return null
  return (
    <Button size="sm" onClick={() => onGive([item])} aria-label={`Assign a supplier to ${item.name}`}>
      Assign supplier
    </Button>
  )
}
