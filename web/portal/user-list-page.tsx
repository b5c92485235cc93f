import { portalUsersApi } from '#shared/portal/users-api.ts'
import { useApiMutation } from '#web/api/mutation.ts'
import { useApiQuery } from '#web/api/query.ts'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loaded } from './loaded.tsx'
import { useMayInPortal, usePortal } from './portal-context.ts'
import { usePortalUserDialog } from './public/portal-user-dialog.tsx'
import { PortalUserList } from './public/portal-user-list.tsx'
import { useUser } from '#web/session/session.ts'

/** The customer's users and their rights; owners can change them. */
export default function UserListPage() {
  const { home, query } = usePortal()
  const me = useUser()
  const dialog = usePortalUserDialog(home.account.id)
  const refused = { errors: 'page', onError: dialog.onError } as const
  const mayManage = useMayInPortal('manageUsers')
  const list = useApiQuery(portalUsersApi.listUsers, { query }, { untold: true })
  const invite = useApiMutation(portalUsersApi.inviteUser, {
    successMessage: () => 'The invitation was sent',
    onSuccess: dialog.onSaved,
    ...refused,
  })
  const change = useApiMutation(portalUsersApi.changeUser, {
    successMessage: () => 'The user was changed',
    onSuccess: dialog.onSaved,
    ...refused,
  })
  const remove = useApiMutation(portalUsersApi.removeUser, {
    successMessage: () => 'The user was removed',
    onSuccess: dialog.onSaved,
    ...refused,
  })
  return (
    <>
      <PageHeader
        title="Users"
        help="Owners can do everything. Orderers can order up to their limit. Viewers can only view."
      />
      <Loaded what="Users" query={list}>
        {({ data }) => (
          <Card>
            <PortalUserList
              dialog={dialog}
              accountId={home.account.id}
              users={data}
              currency={home.currency}
              ownId={me.id}
              busy={invite.isPending || change.isPending || remove.isPending}
              {...(mayManage && {
                onInvite: (body) => invite.submit({ body }),
                onChange: (user, body) => change.submit({ params: { id: user.id }, body, version: user.version }),
                onRemove: (user) => remove.submit({ params: { id: user.id } }),
              })}
            />
          </Card>
        )}
      </Loaded>
    </>
  )
}
