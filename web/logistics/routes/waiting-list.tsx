import { inOneLine } from '#shared/in-one-line.ts'
import { useState } from 'react'
import type { WaitingShipment } from '#shared/logistics/routes/plans-api.ts'
import { waitingLoad } from '#web/logistics/shipments/format-load.ts'
import { useToday } from '#web/session/today.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Checkbox } from '#web/ui/choice-field.tsx'
import { formatDay } from '#shared/format-day.ts'
import { SearchInput } from '#web/ui/table/search-input.tsx'

type WaitingListProps = {
  rows: readonly WaitingShipment[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Shipments that wait for a route, for selection. */
export function WaitingList({ rows, chosen, onChange }: WaitingListProps) {
  const [typed, setTyped] = useState('')
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const shown = rows.filter(({ number, order, account, address }) => {
    const text = `${number} ${order.number} ${account.name} ${address ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const open = shown.filter((row) => !row.isBlocked)
  const isAll = open.length > 0 && open.every((row) => chosen.has(row.id))
  const isSome = open.some((row) => chosen.has(row.id))
  const set = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const id of ids) {
      if (isOn) next.add(id)
      else next.delete(id)
    }
    onChange(next)
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <label className="flex min-h-8 items-center gap-2.5 text-table">
          <Checkbox
            checked={isAll}
            mixed={isSome && !isAll}
            disabled={open.length === 0}
            onChange={(event) =>
              set(
                open.map((row) => row.id),
                event.target.checked,
              )
            }
          />
          Select all
        </label>
        <p role="status" className="figures text-muted text-table">
          {chosen.size} of {rows.length} selected
        </p>
        <SearchInput label="Search waiting shipments" value={typed} onChange={setTyped} className="ml-auto max-w-64" />
      </div>
      <ul aria-label="Waiting shipments" className="max-h-[24rem] overflow-y-auto rounded-md border border-line">
        {shown.map((row) => (
          <WaitingRow key={row.id} row={row} isChosen={chosen.has(row.id)} onChange={(isOn) => set([row.id], isOn)} />
        ))}
        {shown.length === 0 && <li className="px-3 py-4 text-center text-muted text-table">No shipments match.</li>}
      </ul>
    </div>
  )
}

type WaitingRowProps = { row: WaitingShipment; isChosen: boolean; onChange: (isOn: boolean) => void }

function WaitingRow({ row, isChosen, onChange }: WaitingRowProps) {
  const { number, account, address, window, isCold, isBlocked, expectedDate, attempt } = row
  const today = useToday()
  return (
    <li className="border-line border-b last:border-b-0">
      <label className="flex items-start gap-3 px-3 py-2 text-table hover:bg-subtle">
        <Checkbox
          className="mt-0.5"
          checked={isChosen}
          disabled={isBlocked}
          aria-label={`${number}, ${account.name}`}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{account.name}</span>
            {isCold && <Badge tone="info">Cold</Badge>}
            {attempt > 1 && <Badge>Attempt {attempt}</Badge>}
            {row.latitude === null && <Badge tone="warn">No coordinates</Badge>}
            {expectedDate && expectedDate < today && <Badge tone="warn">Late</Badge>}
            {isBlocked && <Badge tone="bad">Must not leave</Badge>}
          </span>
          <span className="wrap-anywhere text-muted text-xs">
            {[number, address && inOneLine(address)].filter(Boolean).join(' · ')}
          </span>
        </span>
        <span className="figures shrink-0 text-right text-muted text-xs">
          {window ? `${window.from}–${window.to}` : 'Any time'}
          <br />
          {waitingLoad(row).join(' · ')}
          {expectedDate && (
            <>
              <br />
              {formatDay(expectedDate)}
            </>
          )}
        </span>
      </label>
    </li>
  )
}
