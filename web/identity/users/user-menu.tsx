import { Ban, KeyRound, Mail, ShieldOff, Trash2 } from 'lucide-react'
import { whyUserNotRemovable, whyUserNotInvited } from '#shared/identity/users/user-guards.ts'
import { type ListedUser, usersApi } from '#shared/identity/users/users-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import type { UserAction } from './user-action-dialog.tsx'
import { useCan, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'

type UserMenuProps = {
  user: ListedUser
  onEdit: () => void
  onDelete: () => void
  onAct: (act: UserAction) => void
  /** Called after a new invitation; `url` if no mail can be sent. */
  onInvited: (url: string | null) => void
}

/** The available actions of a user; only administrators can change administrators. */
export function UserMenu({ user, onEdit, onDelete, onAct, onInvited }: UserMenuProps) {
  const self = useUser()
  const isAdmin = self.role === 'admin'
  const whyNotRemovable = whyUserNotRemovable(user, self.id)?.reason
  const mayTouch = isAdmin || user.role !== 'admin'
  const mayEdit = useCan('users.edit') && mayTouch
  const mayDelete = useCan('users.delete') && mayTouch
  const invite = useApiMutation(usersApi.invite, { onSuccess: ({ url }) => onInvited(url) })
  if (!mayEdit && !mayDelete) return null
  return (
    <>
      <Menu>
        {mayEdit && !whyUserNotInvited(user) && (
          <MenuItem icon={<Mail aria-hidden />} onSelect={() => invite.submit({ params: { id: user.id } })}>
            New set-password link
          </MenuItem>
        )}
        {isAdmin && user.hasSecondFactor && (
          <MenuItem icon={<ShieldOff aria-hidden />} onSelect={() => onAct('dropSecondFactor')}>
            Turn off second factor
          </MenuItem>
        )}
        {mayEdit && user.suspended && (
          <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => onAct('unsuspend')}>
            Lift suspension
          </MenuItem>
        )}
        {mayEdit && !user.suspended && (
          <MenuItem icon={<Ban aria-hidden />} {...closedBy(whyNotRemovable)} onSelect={() => onAct('suspend')}>
            Suspend
          </MenuItem>
        )}
        {mayDelete && mayEdit && <MenuLine />}
        {mayDelete && (
          <MenuItem danger icon={<Trash2 aria-hidden />} {...closedBy(whyNotRemovable)} onSelect={onDelete}>
            Delete
          </MenuItem>
        )}
      </Menu>
      {mayEdit && <Button onClick={onEdit}>Edit</Button>}
    </>
  )
}

const closedBy = (why: string | undefined) =>
  why ? { disabled: true, reason: <span className="block max-w-64 text-pretty">{why}</span> } : {}
