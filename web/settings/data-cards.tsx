import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { SetupCard } from './setup-card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** The administration pages, each with a link. */
const pages = [
  {
    title: 'Imports',
    help: 'Past deliveries from another system. Products, raw materials and customers are imported from their lists.',
    text: 'CSV and Excel, checked before anything is saved.',
    action: 'Open imports',
    to: paths.imports,
  },
  {
    title: 'Data integrity check',
    help: 'Checks that all stock, money and statuses match the recorded entries.',
    text: 'Runs every night and on demand.',
    action: 'View results',
    to: paths.proof,
  },
  {
    title: 'Accounts and closed periods',
    help: 'The accounts that the journal posts to, and up to which day the books are closed.',
    text: 'For your accountant: journal, trial balance and exports.',
    action: 'Open journal',
    to: `${paths.journal}?tab=accounts`,
  },
  {
    title: 'Background jobs',
    help: 'Emails, exports, imports and scheduled work.',
    text: 'Waiting, running and failed jobs.',
    action: 'Open jobs',
    to: paths.jobs,
  },
] as const

/** The setup checklist, and links to the pages about the company's data. */
export function DataCards() {
  return (
    <div id="data" className="flex scroll-mt-20 flex-col gap-6">
      <SetupCard />
      {pages.map(({ title, help, text, action, to }) => (
        <Card
          key={title}
          title={title}
          help={help}
          action={
            <Button asChild size="sm">
              <Link to={to}>{action}</Link>
            </Button>
          }
        >
          <p className="text-secondary">{text}</p>
        </Card>
      ))}
    </div>
  )
}
