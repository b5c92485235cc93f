import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { toast } from 'sonner'
import { type ListedUser, usersApi } from '#shared/identity/users/users-api.ts'
import { DeleteDialog } from '#web/forms/delete-dialog.tsx'
import { useApiQuery } from '#web/api/query.ts'
import { LinkDialog } from './link-dialog.tsx'
import { PermissionCard } from './permission-card.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserMenu } from './user-menu.tsx'
import { type UserAction, UserActionDialog } from './user-action-dialog.tsx'
import { UserSessions } from './user-sessions.tsx'
import { UserStatus } from './user-status.tsx'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/session/session.ts'
import { Breadcrumbs, PageHeader } from '#web/ui/page-header.tsx'
import { RecordGate } from '#web/records/record-gate.tsx'
import { userPlace } from '#web/records/record-places.ts'

/** A user: account, permissions and sessions. */
export default function UserPage() {
  const { id = '' } = useParams()
  const user = useApiQuery(usersApi.get, { params: { id } }, { untold: true })
  return (
    <RecordGate query={user} place={userPlace}>
      {(found) => <UserView user={found} onReload={user.refetch} />}
    </RecordGate>
  )
}

type Open = { act: 'edit' | 'delete' | UserAction } | { act: 'link'; url: string }

function UserView({ user, onReload }: { user: ListedUser; onReload: () => Promise<unknown> }) {
  const [open, setOpen] = useState<Open>()
  const navigate = useNavigate()
  const self = useUser()
  const isSelf = self.id === user.id
  const close = () => setOpen(undefined)
  return (
    <>
      <PageHeader
        title={user.name}
        status={<UserStatus user={user} />}
        help={isSelf ? 'This is you.' : undefined}
        breadcrumbs={
          <Breadcrumbs>
            <Link to={paths.users}>Users</Link>
          </Breadcrumbs>
        }
        menu={
          <UserMenu
            user={user}
            onEdit={() => setOpen({ act: 'edit' })}
            onDelete={() => setOpen({ act: 'delete' })}
            onAct={(act) => setOpen({ act })}
            onInvited={(url) => {
              if (url) setOpen({ act: 'link', url })
              else toast.success('Link sent by email')
            }}
          />
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-6 max-xl:grid-cols-1">
        {user.role !== 'customer' && <PermissionCard user={user} onReload={onReload} />}
        <div className="flex min-w-0 flex-col gap-6">
          <UserFacts user={user} />
          {self.role === 'admin' && <UserSessions userId={user.id} />}
        </div>
      </div>
      {open?.act === 'edit' && <UserDialog user={user} close={close} />}
      {open?.act === 'link' && (
        <LinkDialog
          title="Share this link"
          description={`Not sent: no mail server is set up. Give it to ${user.name} (${user.email}), to set a password.`}
          url={open.url}
          close={close}
        />
      )}
      {open?.act === 'delete' && (
        <DeleteDialog
          route={usersApi.remove}
          id={user.id}
          what="user"
          name={user.name}
          onDeleted={() => {
            toast.success('User deleted')
            void navigate(paths.users)
          }}
          close={close}
        >
          Deletion is permanent. They are logged out everywhere. Their activity history is kept.
        </DeleteDialog>
      )}
      {(open?.act === 'suspend' || open?.act === 'unsuspend' || open?.act === 'dropSecondFactor') && (
        <UserActionDialog act={open.act} user={user} isSelf={isSelf} close={close} />
      )}
    </>
  )
}
