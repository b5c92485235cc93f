import { useState } from 'react'
import { accountRoleNames, accountRoles, type JournalAccount, keysOf } from '#shared/accounting/accounts.ts'
import { type Chart, journalApi } from '#shared/accounting/journal-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { useLeaveGuard } from '#web/session/leave-guard.tsx'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Input } from '#web/ui/input.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'

/**
 * The accounts of the journal, editable by administrators. Rates and methods without an account of their own use their role's.
 */
export function ChartOfAccounts() {
  const { data, error, refetch, isFetching } = useApiQuery(journalApi.getChart, {}, { untold: true })
  if (error)
    return (
      <Card>
        <ErrorState what="The chart of accounts" error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    )
  if (!data)
    return (
      <Card>
        <SkeletonText lines={12} />
      </Card>
    )
  return <Accounts key={data.version} chart={data} />
}

const datevFields = [
  { name: 'consultant', label: 'Consultant number' },
  { name: 'client', label: 'Client number' },
  { name: 'fiscalMonth', label: 'Financial year begins in month' },
] as const

type Row = { role: JournalAccount['role']; key: string; label: string; number: string; name: string }

function rowsOf({ chart, taxRates }: Chart): Row[] {
  return accountRoleNames.flatMap((role) =>
    [{ key: '', label: accountRoles[role].label }, ...keysOf(role, taxRates)].map(({ key, label }) => {
      const account = chart.find((one) => one.role === role && one.key === key)
      return { role, key, label, number: account?.number ?? '', name: account?.name ?? '' }
    }),
  )
}

function Accounts({ chart }: { chart: Chart }) {
  const isAdmin = useUser().role === 'admin'
  const [rows, setRows] = useState(() => rowsOf(chart))
  const [datev, setDatev] = useState(chart.datev)
  const [refusal, setRefusal] = useState<ApiError>()
  const save = useApiMutation(journalApi.putChart, {
    successMessage: () => 'Accounts saved',
    errors: 'page',
    onError: setRefusal,
  })
  const change = (at: number, changed: Partial<Row>) =>
    setRows(rows.map((row, one) => (one === at ? { ...row, ...changed } : row)))
  const chosen = rows.filter(({ number, name }) => number !== '' || name !== '')
  const accounts = chosen.map(({ role, key, number, name }) => ({ role, key, number, name }))
  const isDirty = JSON.stringify([rows, datev]) !== JSON.stringify([rowsOf(chart), chart.datev])
  const question = useLeaveGuard(isDirty && !save.isPending)
  return (
    <Card
      title="Accounts"
      help="Where the journal posts. Leave a tax rate or payment method blank to use the account above it. A change also applies to past days that are not closed; accounts with postings in a closed period stay."
      action={
        isAdmin && (
          <Button
            variant="primary"
            busy={save.isPending}
            onClick={() => {
              setRefusal(undefined)
              save.submit({ body: { accounts, datev }, version: chart.version })
            }}
          >
            Save accounts
          </Button>
        )
      }
    >
      {refusal && (
        <Notice tone="bad" title="Not saved" className="mb-4">
          {refusal.message}
        </Notice>
      )}
      <ul className="flex flex-col gap-2">
        {rows.map(({ role, key, label, number, name }, at) => (
          <li
            key={`${role} ${key}`}
            className="grid grid-cols-[7rem_1fr] items-center gap-2 md:grid-cols-[minmax(10rem,16rem)_8rem_1fr]"
          >
            <span className={key === '' ? 'font-medium max-md:col-span-2' : 'pl-4 text-secondary max-md:col-span-2'}>
              {label}
            </span>
            <Input
              aria-label={`Number of ${accountRoles[role].label}${key && `, ${label}`}`}
              inputMode="numeric"
              disabled={!isAdmin}
              value={number}
              onChange={(event) => change(at, { number: event.target.value.trim() })}
            />
            <Input
              aria-label={`Name of ${accountRoles[role].label}${key && `, ${label}`}`}
              disabled={!isAdmin}
              value={name}
              onChange={(event) => change(at, { name: event.target.value })}
            />
          </li>
        ))}
      </ul>
      <fieldset className="mt-6 grid gap-2 border-0 p-0 md:grid-cols-3">
        <legend className="mb-2 font-medium">DATEV file</legend>
        {datevFields.map(({ name, label }) => (
          <label key={name} className="flex flex-col gap-1 text-secondary">
            {label}
            <Input
              type="number"
              disabled={!isAdmin}
              value={Number.isNaN(datev[name]) ? '' : datev[name]}
              onChange={(event) => setDatev({ ...datev, [name]: event.target.valueAsNumber })}
            />
          </label>
        ))}
      </fieldset>
      {question}
    </Card>
  )
}
