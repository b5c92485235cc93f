import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { usersApi } from '#shared/identity/users/users-api.ts'
import type { PageRead } from '#web/api/query.ts'
import { readListQuery } from '#web/lists/list-query.ts'
import { AdminLinkDialog } from './admin-link-dialog.tsx'
import { AdminLinks } from './admin-links.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { EmailLog } from './email-log.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserTable } from './user-table.tsx'
import { useCan, useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

/** The data of the first tab. */
export const reads = (search: URLSearchParams): PageRead[] =>
  search.has('tab') ? [] : [{ route: usersApi.list, input: { query: readListQuery(usersApi.list, search).query } }]

type Open = { act: 'register' | 'admin-link' } | { act: 'link'; title: string; description: string; url: string }

/** The users; for administrators also the registration links. */
export default function UserListPage() {
  const isAdmin = useUser().role === 'admin'
  const mayEdit = useCan('users.edit')
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const tabs = [
    { id: 'users', label: 'Users', content: <UserTable /> },
    { id: 'links', label: 'Administrator links', content: <AdminLinks /> },
    { id: 'mails', label: 'Email log', content: <EmailLog /> },
  ]
  const tab = tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'users'
  const isLinks = isAdmin && tab === 'links'
  useShortcuts(isLinks || mayEdit ? { n: () => setOpen({ act: isLinks ? 'admin-link' : 'register' }) } : {})
  return (
    <>
      <PageHeader
        title="Users"
        action={
          isLinks ? (
            <Button variant="primary" onClick={() => setOpen({ act: 'admin-link' })}>
              <Plus aria-hidden />
              Generate administrator link
            </Button>
          ) : (
            mayEdit && (
              <Button variant="primary" onClick={() => setOpen({ act: 'register' })}>
                <Plus aria-hidden />
                Invite user
              </Button>
            )
          )
        }
      />
      {isAdmin ? (
        <Tabs
          label="Users"
          tabs={tabs}
          value={tab}
          onChange={(id) => setParams(id === 'users' ? {} : { tab: id }, { replace: true, preventScrollReset: true })}
        />
      ) : (
        <UserTable />
      )}
      {open?.act === 'register' && (
        <UserDialog
          onRegistered={({ name, email }, url) =>
            url &&
            setOpen({
              act: 'link',
              title: 'Share this link',
              description: `Not sent: no mail server is set up. Give it to ${name} (${email}), to set a password.`,
              url,
            })
          }
          close={close}
        />
      )}
      {open?.act === 'admin-link' && (
        <AdminLinkDialog
          onMade={(url) =>
            setOpen({
              act: 'link',
              title: 'Administrator link',
              description: 'Private link for the new administrator.',
              url,
            })
          }
          close={close}
        />
      )}
      {open?.act === 'link' && <LinkDialog {...open} close={close} />}
    </>
  )
}
