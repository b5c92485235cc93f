import { Link } from 'react-router'
import { menuOf } from '#shared/access/menu.ts'
import { paths } from '#web/paths.ts'
import { homeOf } from '#web/session/guard.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** For users whose start page is their profile, which has no menu: the pages that they may open. */
export function PagesCard() {
  const user = useUser()
  if (homeOf(user).path !== paths.profile) return null
  const groups = menuOf(user)
  if (groups.length === 0)
    return <Notice title="You can’t open any page yet">Ask an administrator for permissions.</Notice>
  return (
    <Card title="Your pages">
      <nav aria-label="Your pages">
        <ul className="flex flex-wrap gap-2">
          {groups.flatMap(({ links }) =>
            links.map(({ path, label }) => (
              <li key={path}>
                <Button asChild>
                  <Link to={path}>{label}</Link>
                </Button>
              </li>
            )),
          )}
        </ul>
      </nav>
    </Card>
  )
}
