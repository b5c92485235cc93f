import { UserPlus } from 'lucide-react'
import { portalRoleNames } from '#shared/portal/portal-user.ts'
import { type PortalUser, whyPortalUserNotRemovable } from '#shared/portal/users-api.ts'
import { Badge, StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import {
  type Invited,
  PortalUserDialog,
  Refused,
  type Rights,
  type usePortalUserDialog,
} from './portal-user-dialog.tsx'

type ListProps = {
  accountId: string
  users: readonly PortalUser[]
  currency: string
  /** The viewer's id: users can't change or remove themselves. */
  ownId?: string
  busy: boolean
  dialog: Pick<ReturnType<typeof usePortalUserDialog>, 'opened' | 'error' | 'open'>
  /** Omitted for read-only users. */
  onInvite?: (body: Invited) => void
  onChange?: (user: PortalUser, body: Rights) => void
  onRemove?: (user: PortalUser) => void
}

/** The users of a customer's portal, for the customer's owners and for the office. */
export function PortalUserList({ accountId, users, currency, ownId, busy, dialog, ...acts }: ListProps) {
  const { opened, error, open } = dialog
  const { onInvite, onChange, onRemove } = acts
  const close = () => open(null)
  const savedOf = (user: PortalUser) => users.find(({ id }) => id === user.id) ?? user
  return (
    <div className="flex flex-col gap-4">
      {users.length === 0 && <EmptyState kind="nothing" title="No users yet" className="py-6" />}
      <ul className="flex flex-col divide-y divide-line">
        {users.map((user) => (
          <li key={user.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-52">
              <p className="wrap-anywhere font-medium">{user.name}</p>
              <p className="wrap-anywhere text-muted text-table">{user.email}</p>
            </div>
            <div className="flex flex-wrap items-center gap-2">
              <Badge>{portalRoleNames[user.role]}</Badge>
              {user.approvalLimit !== null && user.role === 'orderer' && (
                <Badge>
                  Limit {currency} {formatDecimalInput(user.approvalLimit, 2)}
                </Badge>
              )}
              {user.suspended && <StatusBadge tone="bad">Suspended</StatusBadge>}
              {!user.hasPassword && !user.suspended && <StatusBadge tone="warn">Invited</StatusBadge>}
            </div>
            {!whyPortalUserNotRemovable(user, ownId) && onChange && onRemove && (
              <div className="flex gap-2">
                <Button size="sm" aria-label={`Change ${user.name}`} onClick={() => open({ act: 'change', user })}>
                  Change
                </Button>
                <Button size="sm" aria-label={`Remove ${user.name}`} onClick={() => open({ act: 'remove', user })}>
                  Remove
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {onInvite && (
        <Button className="self-start" onClick={() => open('invite')}>
          <UserPlus aria-hidden />
          Invite user
        </Button>
      )}
      {opened === 'invite' && (
        <PortalUserDialog
          accountId={accountId}
          user={null}
          saved={null}
          currency={currency}
          busy={busy}
          error={error}
          close={close}
          onSave={(body) => onInvite?.(body)}
        />
      )}
      {opened && opened !== 'invite' && opened.act === 'change' && (
        <PortalUserDialog
          accountId={accountId}
          user={opened.user}
          saved={savedOf(opened.user)}
          currency={currency}
          busy={busy}
          error={error}
          close={close}
          onSave={({ role, approvalLimit }) => onChange?.(savedOf(opened.user), { role, approvalLimit })}
        />
      )}
      {opened && opened !== 'invite' && opened.act === 'remove' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Remove ${opened.user.name}?`}
          confirmLabel="Remove user"
          danger
          busy={busy}
          onConfirm={() => onRemove?.(opened.user)}
        >
          They are signed out at once. What they ordered stays in their name.
          <Refused error={error} />
        </ConfirmDialog>
      )}
    </div>
  )
}
