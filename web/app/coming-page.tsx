import { Hammer } from 'lucide-react'
import { Link, useMatches } from 'react-router'
import { homeOf } from '#web/session/guard.ts'
import { useSession } from '#web/session/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** Stands where a page will be, and says so. */
export function ComingPage() {
  const { user } = useSession()
  const here = useMatches().at(-1)
  const title = (here?.handle as { title?: string } | undefined)?.title ?? 'Page'
  const home = user ? homeOf(user).path : paths.login
  return (
    <>
      <PageHeader title={title} />
      <Card>
        <div className="flex flex-col items-center px-4 py-14 text-center">
          <span data-tint className="mb-3 flex size-10 items-center justify-center rounded-lg bg-subtle text-muted">
            <Hammer aria-hidden size={20} strokeWidth={1.75} />
          </span>
          <p className="font-semibold">This page is not available yet.</p>
          <p className="mt-1 max-w-96 text-pretty text-secondary">It will open at this address once it is available.</p>
          {here?.pathname !== home && (
            <Button asChild className="mt-4">
              <Link to={home}>{user ? 'Go to your start page' : 'Back to log in'}</Link>
            </Button>
          )}
        </div>
      </Card>
    </>
  )
}
