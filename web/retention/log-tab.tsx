import { useEffect, useRef, useState } from 'react'
import { channels } from '#shared/retention/channels.ts'
import { messagesApi, messageStatuses, type RetentionMessage } from '#shared/retention/messages-api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useListPage } from '#web/lists/use-list-page.ts'
import { useListParams } from '#web/lists/use-list-params.ts'
import { StatusBadge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDay } from '#shared/format-day.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { DayFilter } from '#web/ui/table/day-filter.tsx'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { MessageDialog } from './message-dialog.tsx'

const pollMs = 3000
const asOptions = (names: readonly string[]) => names.map((value) => ({ value, label: value }))

function MessageStatus({ status }: Pick<RetentionMessage, 'status'>) {
  return <StatusBadge tone={status === 'Sent' ? 'good' : 'bad'}>{status}</StatusBadge>
}

const columns: Column<RetentionMessage>[] = [
  { id: 'customer', header: 'Customer', cell: (row) => row.customer.name },
  {
    id: 'message',
    header: 'Message',
    cell: (row) => <span className="block max-w-96 truncate">{row.subject ?? row.message ?? '–'}</span>,
    phone: true,
  },
  { id: 'type', header: 'Type', cell: (row) => row.type, phone: true },
  { id: 'status', header: 'Status', cell: (row) => <MessageStatus status={row.status} />, phone: 'corner' },
  {
    id: 'timestamp',
    header: 'Timestamp',
    cell: (row) => <RelativeTime at={row.timestamp} />,
    sortable: true,
    phone: true,
  },
  { id: 'to', header: 'To', cell: (row) => row.to, extra: true },
]

/** The wording for selected rows, whose only bulk action is the export. */
const exported = {
  route: messagesApi.listMessages,
  nameOf: ({ customer }: RetentionMessage) => customer.name,
  one: 'message',
  many: 'messages',
}

/** The log of sent and failed messages; refetched while messages are being sent, and when `tried` has increased. */
export function LogTab({ isSending, tried }: { isSending: boolean; tried: number }) {
  const list = useListParams(messagesApi.listMessages)
  const rows = useApiQuery(
    messagesApi.listMessages,
    { query: list.query },
    { keepPrevious: true, untold: true, every: isSending ? pollMs : false },
  )
  const { refetch } = rows
  const triedBefore = useRef(tried)
  useEffect(() => {
    // The last message may be sent between a refetch of the log and the one that finds nothing waiting.
    if (tried !== triedBefore.current) void refetch()
    triedBefore.current = tried
  }, [tried, refetch])
  const listPage = useListPage('retention-log', list, rows, columns, exported)
  const [opened, setOpened] = useState<RetentionMessage>()
  return (
    <div className="flex flex-col gap-1">
      <FilterBar
        search={{ label: 'Search the log', ...list.search }}
        chips={list.chips({
          customer: { label: 'Customer', show: () => rows.data?.data[0]?.customer.name ?? 'One customer' },
          type: { label: 'Type' },
          status: { label: 'Status' },
          from: { label: 'From', show: formatDay },
          to: { label: 'To', show: formatDay },
        })}
        onClearAll={list.clearAll}
        total={list.total(rows)}
        tools={listPage.tools}
      >
        <FilterSelect label="Type" allLabel="All types" {...list.filter('type')} options={asOptions(channels)} />
        <FilterSelect
          label="Status"
          allLabel="All statuses"
          {...list.filter('status')}
          options={asOptions(messageStatuses)}
        />
        <DayFilter label="Sent from" leading="From" {...list.filter('from')} />
        <DayFilter label="Sent to" leading="To" {...list.filter('to')} />
      </FilterBar>
      <DataTable
        {...listPage.table}
        label="Retention log"
        rowId={(row) => row.id}
        onRowOpen={setOpened}
        empty={
          list.isNarrowed ? (
            <NoMatch many="messages" onClear={list.clearAll} />
          ) : (
            <EmptyState kind="nothing" title="No messages yet">
              Each message appears here with the time and whether it was sent.
            </EmptyState>
          )
        }
      />
      {listPage.bulk}
      {opened && <MessageDialog message={opened} close={() => setOpened(undefined)} />}
    </div>
  )
}
