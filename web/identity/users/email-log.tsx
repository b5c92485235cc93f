import { useState } from 'react'
import { deliveryApi, mailStateNames, mailStates, type OutgoingMail } from '#shared/delivery/api.ts'
import { useApiQuery } from '#web/api/query.ts'
import { FilterBar, FilterSelect } from '#web/lists/filter-bar.tsx'
import { listTable } from '#web/lists/list-table.tsx'
import { NoMatch } from '#web/lists/no-match.tsx'
import { useListParams } from '#web/lists/use-list-params.ts'
import { CopyField } from '#web/identity/public/copy-field.tsx'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { Dialog, DialogBody } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const tones = { queued: 'info', sent: 'good', failed: 'bad', kept: 'warn' } as const satisfies Record<
  OutgoingMail['state'],
  Tone
>

const nameOf = (state: string) => mailStateNames[state as OutgoingMail['state']]
const states = mailStates.map((state) => ({ value: state, label: mailStateNames[state] }))

const linkIn = (text: string | null) => /https?:\/\/\S+/.exec(text ?? '')?.[0]

const columnsOf = (onShow: (mail: OutgoingMail) => void): Column<OutgoingMail>[] => [
  { id: 'to', header: 'To', cell: ({ to }) => to },
  { id: 'subject', header: 'Subject', cell: ({ subject }) => subject, phone: true },
  {
    id: 'state',
    header: 'Status',
    cell: ({ state, problem }) => (
      <span className="flex flex-col items-start">
        <StatusBadge tone={tones[state]}>{mailStateNames[state]}</StatusBadge>
        {problem && <span className="text-muted text-xs">{problem}</span>}
      </span>
    ),
    phone: 'corner',
  },
  { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, phone: true },
  {
    id: 'acts',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    phone: 'corner',
    cell: (mail) =>
      linkIn(mail.text) && (
        <Button size="sm" onClick={() => onShow(mail)}>
          Show link
        </Button>
      ),
  },
]

/** The email log; without a mail server, with the links that an administrator hands over. */
export function EmailLog() {
  const list = useListParams(deliveryApi.listMails)
  const mails = useApiQuery(deliveryApi.listMails, { query: list.query }, { keepPrevious: true, every: 15_000 })
  const [shown, setShown] = useState<OutgoingMail>()
  return (
    <div className="flex flex-col gap-4">
      {mails.data && !mails.data.isMailSetUp && (
        <Notice tone="warn" title="No mail server is set up">
          No email is sent until a mail server is set up under Settings. Share the links yourself, each only with its
          recipient.
        </Notice>
      )}
      <FilterBar
        chips={list.chips({ state: { label: 'Status', show: nameOf } })}
        onClearAll={list.clearAll}
        total={list.total(mails)}
      >
        <FilterSelect label="Status" allLabel="All statuses" {...list.filter('state')} options={states} />
      </FilterBar>
      <DataTable
        {...listTable(list, mails)}
        label="Email log"
        columns={columnsOf(setShown)}
        rowId={({ id }) => id}
        empty={
          list.isEmpty(mails) ? (
            <EmptyState kind="nothing" title="No emails yet" />
          ) : (
            <NoMatch many="emails" onClear={list.clearAll} />
          )
        }
      />
      {shown && (
        <Dialog
          open
          onOpenChange={() => setShown(undefined)}
          title={shown.subject}
          description={`Private link for ${shown.to}.`}
        >
          <DialogBody>
            <CopyField label="Link" value={linkIn(shown.text) ?? ''} />
          </DialogBody>
        </Dialog>
      )}
    </div>
  )
}
