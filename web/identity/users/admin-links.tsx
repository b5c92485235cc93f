import { useState } from 'react'
import { toast } from 'sonner'
import { type RegistrationLink, registrationLinksApi } from '#shared/identity/users/registration-links-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { StatusBadge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

const badges = {
  open: ['info', 'Open'],
  used: ['good', 'Used'],
  expired: ['neutral', 'Expired'],
  revoked: ['bad', 'Revoked'],
} as const satisfies Record<RegistrationLink['state'], [Tone, string]>
const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

const columnsOf = (onRevoke: (link: RegistrationLink) => void): Column<RegistrationLink>[] => [
  { id: 'email', header: 'For', cell: ({ email }) => email ?? 'Anyone' },
  {
    id: 'state',
    header: 'Status',
    cell: ({ state }) => <StatusBadge tone={badges[state][0]}>{badges[state][1]}</StatusBadge>,
    phone: 'corner',
  },
  { id: 'createdBy', header: 'Created by', cell: ({ createdBy }) => createdBy },
  { id: 'createdAt', header: 'Created', cell: ({ createdAt }) => <RelativeTime at={createdAt} />, phone: true },
  { id: 'expiresAt', header: 'Expires', cell: ({ expiresAt }) => until.format(new Date(expiresAt)), phone: true },
  { id: 'usedBy', header: 'Used by', cell: ({ usedBy }) => usedBy ?? <span className="text-muted">–</span> },
  {
    id: 'acts',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    phone: 'corner',
    cell: (link) =>
      link.state === 'open' && (
        <Button size="sm" onClick={() => onRevoke(link)}>
          Revoke
        </Button>
      ),
  },
]

/** The links for registering as an administrator, without their secrets. */
export function AdminLinks() {
  const links = useApiQuery(registrationLinksApi.list, { query: { limit: 100 } }, { untold: true })
  const [linkToRevoke, setLinkToRevoke] = useState<RegistrationLink>()
  const revoke = useApiMutation(registrationLinksApi.revoke, {
    onSuccess: () => {
      setLinkToRevoke(undefined)
      toast.success('Link revoked')
    },
    onError: () => setLinkToRevoke(undefined),
  })
  return (
    <>
      <DataTable
        label="Administrator links"
        columns={columnsOf(setLinkToRevoke)}
        rows={links.data?.data}
        rowId={({ id }) => id}
        busy={links.isFetching}
        error={links.error && !links.data && <ErrorState error={links.error} onRetry={() => void links.refetch()} />}
        empty={
          <EmptyState kind="nothing" title="No links yet">
            A link lets one person register as an administrator. It works once and expires in 24 hours.
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={linkToRevoke !== undefined}
        onOpenChange={() => setLinkToRevoke(undefined)}
        title="Revoke the link?"
        confirmLabel="Revoke link"
        danger
        busy={revoke.isPending}
        onConfirm={() => linkToRevoke && revoke.submit({ params: { id: linkToRevoke.id } })}
      >
        The link can no longer be used to register.
      </ConfirmDialog>
    </>
  )
}
