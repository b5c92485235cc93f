import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import {
  type EntryKind,
  entryKindNames,
  entryKinds,
  type JournalEntry,
  journalApi,
} from '#shared/accounting/journal-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { listTable } from '#web/lists/list-table.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { useSettings } from '#web/session/settings.ts'
import { cn } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { TwoLines } from '#web/ui/table/two-lines.tsx'
import { documentPath } from './document-path.ts'

const kinds = entryKinds.map((kind) => ({ value: kind, label: entryKindNames[kind] }))

type JournalTableProps = {
  days: { from: string; until: string }
  /** The fields that choose the period. */
  period: ReactNode
}

/** The entries of a period, with their accounts and a link to the document. */
export function JournalTable({ days, period }: JournalTableProps) {
  const { currency } = useSettings()
  const list = useListParams(journalApi.listJournal)
  const entries = useApiQuery(
    journalApi.listJournal,
    { query: { ...list.query, ...days } },
    { keepPrevious: true, untold: true },
  )
  const columns = useMemo(() => columnsOf(currency), [currency])
  const { kind, account } = list.filters
  const isNarrowed = Boolean(kind ?? account ?? list.query.q)
  return (
    <div className="flex flex-col gap-1">
      <FilterBar
        search={{ label: 'Search the journal', ...list.search }}
        chips={list
          .chips({
            kind: { label: 'Kind', show: (one) => entryKindNames[one as EntryKind] },
            account: { label: 'Account' },
            from: { label: 'From', show: formatDay },
            until: { label: 'To', show: formatDay },
          })
          .filter(({ id }) => id === 'kind' || id === 'account')}
        onClearAll={list.clearAll}
        total={list.total(entries)}
      >
        {period}
        <FilterSelect label="Kind" allLabel="All kinds" options={kinds} {...list.filter('kind')} />
      </FilterBar>
      <DataTable
        {...listTable(list, entries)}
        columns={columns}
        label="Journal"
        rowId={({ id }) => id}
        empty={
          isNarrowed ? (
            <NoMatch many="entries" onClear={list.clearAll} />
          ) : (
            <EmptyState kind="no-match" title="No entries in this period">
              Invoices, payments and stock movements appear here automatically.
            </EmptyState>
          )
        }
      />
    </div>
  )
}

const columnsOf = (currency: string): readonly Column<JournalEntry>[] => [
  {
    id: 'document',
    header: 'Document',
    cell: (entry) => {
      const path = documentPath(entry.document)
      const number = entry.document?.number ?? '–'
      return (
        <TwoLines
          first={
            path ? (
              <Link className="link" to={path}>
                {number}
              </Link>
            ) : (
              number
            )
          }
          second={entryKindNames[entry.kind]}
        />
      )
    },
  },
  { id: 'day', header: 'Date', sortable: true, phone: true, cell: ({ day }) => formatDay(day) },
  {
    id: 'partner',
    header: 'Partner',
    phone: true,
    cell: ({ partner }) =>
      partner === null ? (
        <span className="text-muted">–</span>
      ) : (
        // Beside it, each account has a line of its own.
        <span className="wrap-break-word block min-w-40 max-w-56 whitespace-normal max-md:min-w-0 max-md:max-w-full">
          {partner}
        </span>
      ),
  },
  {
    id: 'accounts',
    header: 'Accounts',
    phone: true,
    cell: ({ lines }) => (
      <ul className="flex flex-col">
        {lines.map(({ account, name, credit }) => (
          <li key={`${account} ${credit === null}`} className={credit === null ? '' : 'pl-4 text-secondary'}>
            <span className="figures">{account}</span> {name}
          </li>
        ))}
      </ul>
    ),
  },
  {
    id: 'debit',
    header: `Debit, ${currency}`,
    align: 'end',
    phone: true,
    cell: ({ lines }) => <Amounts of={lines} side="debit" />,
  },
  {
    id: 'credit',
    header: `Credit, ${currency}`,
    align: 'end',
    phone: true,
    cell: ({ lines }) => <Amounts of={lines} side="credit" />,
  },
]

/** The amounts of one side, each in its account's line; cards on a phone have no such lines, so no empty ones either. */
function Amounts({ of: lines, side }: { of: JournalEntry['lines']; side: 'debit' | 'credit' }) {
  return (
    <ul className="flex flex-col">
      {lines.map((line) => (
        <li
          key={`${line.account} ${line.credit === null}`}
          className={cn('figures', line[side] === null && 'max-md:hidden')}
        >
          {line[side] === null ? '\u00a0' : Number(line[side]).toLocaleString(undefined, { minimumFractionDigits: 2 })}
        </li>
      ))}
    </ul>
  )
}
