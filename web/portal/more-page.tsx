import { LogOut } from 'lucide-react'
import { logOut } from '#web/session/log-out.ts'
import { ThemeSwitch } from '#web/session/theme-switch.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { usePortal } from './portal-context.ts'
import { RowLink, Rows } from './row-link.tsx'

/** Links to less frequent pages, and log-out. */
export default function MorePage() {
  const { home } = usePortal()
  return (
    <>
      <PageHeader title="More" />
      <Rows>
        <RowLink to="/approvals" title="Approvals" note="Orders that wait for an owner" side={count(home.approvals)} />
        <RowLink
          to="/estimates"
          title="Estimates"
          note="Offers from us, and your requests"
          side={count(home.estimates)}
        />
        <RowLink to="/recalls" title="Recalls" note="Goods to set aside or send back" side={count(home.recalls)} />
        <RowLink to="/users" title="Users" note="Who may see, order and approve" />
      </Rows>
      {!home.user.isOffice && (
        <Card title="This device">
          <div className="flex flex-col gap-5">
            <ThemeSwitch />
            <Button onClick={() => void logOut()} className="self-start">
              <LogOut aria-hidden />
              Log out
            </Button>
          </div>
        </Card>
      )}
    </>
  )
}

const count = (rows: readonly unknown[]) =>
  rows.length > 0 ? <span className="figures font-medium">{rows.length}</span> : null
