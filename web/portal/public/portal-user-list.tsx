import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type PortalRole, portalRoleNames, portalRoles } from '#shared/portal/portal-user.ts'
import { type PortalUser, whyPortalUserNotRemovable } from '#shared/portal/users-api.ts'
import { Badge, StatusBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { MoneyField } from '#web/ui/number-field.tsx'
import { useDraft } from '../use-draft.ts'

type Rights = { role: PortalRole; approvalLimit: string | null }
type Invited = Rights & { name: string; email: string }

type ListProps = {
  accountId: string
  users: readonly PortalUser[]
  currency: string
  /** Nobody changes or removes themselves. */
  ownId?: string
  busy: boolean
  /** Left out for who may only read. */
  onInvite?: (body: Invited) => void
  onChange?: (user: PortalUser, body: Rights) => void
  onRemove?: (user: PortalUser) => void
}

/** The users of a customer's portal, for their owners and for the office. */
export function PortalUserList({ accountId, users, currency, ownId, busy, onInvite, onChange, onRemove }: ListProps) {
  const [editing, setEditing] = useState<PortalUser | 'new' | null>(null)
  const [removing, setRemoving] = useState<PortalUser | null>(null)
  const close = () => setEditing(null)
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
                <Button size="sm" aria-label={`Change ${user.name}`} onClick={() => setEditing(user)}>
                  Change
                </Button>
                <Button size="sm" aria-label={`Remove ${user.name}`} onClick={() => setRemoving(user)}>
                  Remove
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {onInvite && (
        <Button className="self-start" onClick={() => setEditing('new')}>
          <UserPlus aria-hidden />
          Invite user
        </Button>
      )}
      {editing && (
        <UserDialog
          accountId={accountId}
          user={editing === 'new' ? null : editing}
          currency={currency}
          busy={busy}
          close={close}
          onSave={(body) => {
            if (editing === 'new') onInvite?.(body)
            else onChange?.(editing, { role: body.role, approvalLimit: body.approvalLimit })
            close()
          }}
        />
      )}
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={() => setRemoving(null)}
          title={`Remove ${removing.name}?`}
          confirmLabel="Remove user"
          danger
          onConfirm={() => {
            onRemove?.(removing)
            setRemoving(null)
          }}
        >
          They are signed out at once. What they ordered stays in their name.
        </ConfirmDialog>
      )}
    </div>
  )
}

/** What is typed about a user is kept under this name until it was saved. */
export const userDraft = (accountId: string, user: Pick<PortalUser, 'id' | 'version'> | null) =>
  user ? `user-${user.id}-${user.version}` : `user-new-${accountId}`

type DialogProps = {
  accountId: string
  user: PortalUser | null
  currency: string
  busy: boolean
  close: () => void
  onSave: (body: Invited) => void
}

function UserDialog({ accountId, user, currency, busy, close, onSave }: DialogProps) {
  const { draft, change, clear } = useDraft(userDraft(accountId, user), {
    name: user?.name ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'orderer',
    limit: user?.approvalLimit ?? '',
  })
  const { name, email, role, limit } = draft
  const discard = () => {
    clear()
    close()
  }
  const [isTried, setTried] = useState(false)
  const problems = {
    name: name.trim() ? undefined : 'A name is required',
    email: /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : 'An email address is required',
    limit: limit === '' || /^\d{1,10}(\.\d{1,2})?$/.test(limit) ? undefined : 'Enter an amount with at most 2 decimals',
  }
  const shown = isTried ? problems : { name: undefined, email: undefined, limit: undefined }
  return (
    <Dialog
      open
      onOpenChange={discard}
      size="sm"
      title={user ? `Change ${user.name}` : 'Invite user'}
      {...(!user && { description: 'They get a link to set their password. It expires in 24 hours.' })}
    >
      <form
        className="touch"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (!user && (problems.name || problems.email)) return
          if (problems.limit) return
          onSave({
            name: name.trim(),
            email: email.trim(),
            role,
            approvalLimit: limit && role === 'orderer' ? limit : null,
          })
        }}
      >
        <DialogBody>
          {!user && (
            <>
              <TextField
                label="Name"
                required
                maxLength={120}
                value={name}
                onChange={(event) => change({ name: event.target.value })}
                error={shown.name}
              />
              <TextField
                label="Email"
                type="email"
                required
                maxLength={254}
                value={email}
                onChange={(event) => change({ email: event.target.value })}
                error={shown.email}
              />
            </>
          )}
          <SelectField
            label="Role"
            value={role}
            onChange={(event) => change({ role: event.target.value as PortalRole })}
          >
            {portalRoles.map((one) => (
              <option key={one} value={one}>
                {portalRoleNames[one]}
              </option>
            ))}
          </SelectField>
          {role === 'orderer' && (
            <MoneyField
              label="Approval limit"
              help="Orders above it need an owner’s approval. Leave blank for no limit."
              currency={currency}
              value={limit}
              onChange={(next) => change({ limit: next })}
              error={shown.limit}
            />
          )}
        </DialogBody>
        <DialogFooter>
          <Button onClick={discard}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {user ? 'Save' : 'Send invitation'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
