import { Link } from 'react-router'
import { menuOf } from '#shared/access/menu.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** For users without the right to any figure: says so, and links to pages that they may open. */
export function NothingToSee() {
  const user = useUser()
  const links = menuOf(user)
    .flatMap((group) => group.links)
    .filter((link) => link.path !== paths.dashboard)
  return (
    <Card>
      <EmptyState
        kind="no-permission"
        title={`Welcome, ${user.name}`}
        action={links.slice(0, 3).map(({ path, label }) => (
          <Button key={path} asChild>
            <Link to={path}>{label}</Link>
          </Button>
        ))}
      >
        Your account has no access to sales, stock or invoice figures. An administrator can grant it.
        {links.length > 0 && ' You have access to:'}
      </EmptyState>
    </Card>
  )
}
