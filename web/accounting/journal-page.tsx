import { Download } from 'lucide-react'
import { useState } from 'react'
import { journalApi, journalFormatNames, journalFormats } from '#shared/accounting/journal-api.ts'
import { whyNoJournalFile } from '#shared/accounting/journal-file-guard.ts'
import { addDays, businessDate } from '#shared/dates.ts'
import { exportRight } from '#shared/reports/report.ts'
import { addressOf } from '#web/api/address.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useUrlQuery } from '#web/lists/use-url-query.ts'
import { useCan, useUser } from '#web/session/session.ts'
import { useSettings } from '#web/session/settings.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuHeading, MenuItem } from '#web/ui/menu.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FilterBar } from '#web/lists/filter-bar.tsx'
import { DayFilter } from '#web/ui/table/day-filter.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { ChartOfAccounts } from './chart-of-accounts.tsx'
import { ClosedPeriods } from './closed-periods.tsx'
import { JournalTable } from './journal-table.tsx'
import { TrialBalanceTable } from './trial-balance-table.tsx'

/** The first and the last day of the month of a day. */
function monthOf(day: string) {
  const from = `${day.slice(0, 8)}01`
  const next = addDays(from, 31)
  return { from, until: addDays(`${next.slice(0, 8)}01`, -1) }
}

const isDay = (value: string | null): value is string => value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value)

/** The accountants' page: double entry of invoices, payments and stock; accounts; closed periods. */
export default function JournalPage() {
  const { role } = useUser()
  const mayExport = useCan(exportRight)
  const { timeZone } = useSettings()
  const [params, change] = useUrlQuery()
  const [month] = useState(() => monthOf(businessDate(new Date(), timeZone)))
  const [from, until] = [params.get('from'), params.get('until')]
  const days = { from: isDay(from) ? from : month.from, until: isDay(until) ? until : month.until }
  const show = (name: 'from' | 'until') => (day: string) =>
    change((address) => {
      address.delete('after')
      if (day) address.set(name, day)
      else address.delete(name)
    })
  const period = (
    <>
      <DayFilter label="From" leading="From" value={days.from} onChange={show('from')} />
      <DayFilter label="To" leading="To" value={days.until} onChange={show('until')} />
    </>
  )
  const tabs = [
    { id: 'journal', label: 'Journal', content: <JournalTable days={days} period={period} /> },
    {
      id: 'balance',
      label: 'Trial balance',
      content: (
        <div className="flex flex-col gap-3">
          <FilterBar>{period}</FilterBar>
          <TrialBalanceTable days={days} />
        </div>
      ),
    },
    { id: 'accounts', label: 'Accounts', content: <ChartOfAccounts /> },
    ...(role === 'admin' ? [{ id: 'periods', label: 'Closed periods', content: <ClosedPeriods /> }] : []),
  ]
  const wanted = params.get('tab') ?? ''
  const tab = tabs.some(({ id }) => id === wanted) ? wanted : 'journal'
  const isDated = tab === 'journal' || tab === 'balance'
  return (
    <>
      <PageHeader title="Journal" menu={isDated && mayExport && <ExportMenu days={days} />} />
      <Tabs
        isGuarded
        label="Parts of the journal"
        tabs={tabs}
        value={tab}
        onChange={(id) =>
          change((address) => {
            if (id === 'journal') address.delete('tab')
            else address.set('tab', id)
          })
        }
      />
    </>
  )
}

/** The journal of a period as a file; unavailable exports show why. */
function ExportMenu({ days }: { days: { from: string; until: string } }) {
  const chart = useApiQuery(journalApi.getChart, {}, { untold: true, aside: 'the chart of accounts' })
  return (
    <Menu
      trigger={
        <IconButton label="Export" variant="secondary">
          <Download aria-hidden />
        </IconButton>
      }
    >
      <MenuHeading>Journal of this period</MenuHeading>
      {journalFormatNames.map((format) => {
        const why = whyNoJournalFile(format, days, chart.data?.datev.fiscalMonth ?? 1)
        if (why)
          return (
            <MenuItem key={format} disabled reason={why}>
              {journalFormats[format]}
            </MenuItem>
          )
        return (
          <MenuItem key={format} asChild>
            <a href={addressOf(journalApi.journalFile, { query: { ...days, format } })} download>
              {journalFormats[format]}
            </a>
          </MenuItem>
        )
      })}
    </Menu>
  )
}
