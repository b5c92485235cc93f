import { Link } from 'react-router'
import { reportGroupsOf } from './report-pages.ts'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** The list of all reports, with descriptions. */
export default function AllReportsPage() {
  const groups = reportGroupsOf(useUser())
  return (
    <>
      <PageHeader
        title="All reports"
        help="Open a report to choose its days, grouping and comparison."
        menu={
          <Button asChild>
            <Link to={paths.savedReports}>Saved reports</Link>
          </Button>
        }
      />
      <div className="card-pairs grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {groups.map(({ label, links }) => (
          <Card key={label} title={label}>
            <ul className="-mx-2 flex flex-col">
              {links.map(({ label: name, about, path }) => (
                <li key={path}>
                  <Link to={path} className="flex flex-col rounded-sm px-2 py-1.5 hover:bg-subtle">
                    <span className="font-medium">{name}</span>
                    <span className="text-pretty text-secondary text-table">{about}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </>
  )
}
