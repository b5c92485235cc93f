import { useState } from 'react'
import { type PortalRole, portalRoleNames, portalRoles } from '#shared/portal/portal-user.ts'
import type { PortalUser } from '#shared/portal/users-api.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { isReportedGlobally } from '#web/api/failures.ts'
import { sentence } from '#web/forms/field-errors.ts'
import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { MoneyField } from '#web/ui/number-field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { useDraft, useForgetDraft } from '../use-draft.ts'

export type Rights = { role: PortalRole; approvalLimit: string | null }
export type Invited = Rights & { name: string; email: string }

/** Dialogs about a customer's users: invite, change or remove. */
export type OpenUserDialog = 'invite' | { act: 'change' | 'remove'; user: PortalUser } | null

/** State of the open dialog; `onSaved` closes it after the server's reply, `onError` shows a refusal in it. */
export function usePortalUserDialog(accountId: string) {
  const [opened, setOpened] = useState<OpenUserDialog>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const forget = useForgetDraft()
  const open = (dialog: OpenUserDialog) => {
    setError(null)
    setOpened(dialog)
  }
  return {
    opened,
    error,
    open,
    onError: setError,
    onSaved: () => {
      if (opened) forget(draftName(accountId, opened === 'invite' ? null : opened.user))
      open(null)
    },
  }
}

/** Key of the draft, which is kept until the user is saved. */
const draftName = (accountId: string, user: Pick<PortalUser, 'id' | 'version'> | null) =>
  user ? `user-${user.id}-${user.version}` : `user-new-${accountId}`

type DialogProps = {
  accountId: string
  /** The user as of opening the dialog; null to invite one. */
  user: PortalUser | null
  /** The same user as saved now. */
  saved: PortalUser | null
  currency: string
  busy: boolean
  error: ApiError | null
  close: () => void
  onSave: (body: Invited) => void
}

/** Invites a user or changes a user's rights. */
export function PortalUserDialog({ accountId, user, saved, currency, busy, error, close, onSave }: DialogProps) {
  const { draft, change, clear } = useDraft(draftName(accountId, user), {
    name: user?.name ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'orderer',
    limit: user?.approvalLimit ?? '',
  })
  const { name, email, role, limit } = draft
  const [isTried, setTried] = useState(false)
  const problems = {
    name: name.trim() ? undefined : 'A name is required',
    email: /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : 'An email address is required',
    limit: limit === '' || /^\d{1,10}(\.\d{1,2})?$/.test(limit) ? undefined : 'Enter an amount with at most 2 decimals',
  }
  const shown = isTried ? problems : { name: undefined, email: undefined, limit: undefined }
  const isConflict = user !== null && saved !== null && saved.version !== user.version
  const emailProblem = sentence('Email', error?.fields['email'])
  return (
    <FormDialog
      title={user ? `Change ${user.name}` : 'Invite user'}
      description={user ? undefined : 'They get a link to set their password. It expires in 24 hours.'}
      submitLabel={user ? 'Save' : 'Send invitation'}
      busy={busy}
      close={() => {
        clear()
        close()
      }}
      onSubmit={() => {
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
      {!isConflict && !emailProblem && <Refused error={error} />}
      {isConflict && (
        <Notice tone="warn" title="Changed by someone else">
          Now: {portalRoleNames[saved.role]}
          {limitText(saved, currency)}. Saving replaces that.
        </Notice>
      )}
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
            error={shown.email ?? emailProblem}
          />
        </>
      )}
      <SelectField label="Role" value={role} onChange={(event) => change({ role: event.target.value as PortalRole })}>
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
    </FormDialog>
  )
}

/** An error that concerns no field and is not reported globally. */
export function Refused({ error }: { error: ApiError | null }) {
  return error && !isReportedGlobally(error) && <Notice tone="bad">{error.message}</Notice>
}

const limitText = ({ role, approvalLimit }: PortalUser, currency: string) =>
  approvalLimit !== null && role === 'orderer' ? `, limit ${currency} ${formatDecimalInput(approvalLimit, 2)}` : ''
