import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** For an unknown report in the URL. */
export const ReportNotFound = () => (
  <Card flush>
    <EmptyState
      kind="no-match"
      title="Report not found"
      action={
        <Button asChild>
          <Link to={paths.allReports}>All reports</Link>
        </Button>
      }
    />
  </Card>
)
