import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { useUser } from '#web/session/session.ts'
import { settingsQuery } from '#web/session/settings.ts'
import { ThemeSwitch } from '#web/session/theme-switch.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { LogoCard } from './documents/logo-card.tsx'
import { MailCard } from './mail-card.tsx'
import { SetupCard } from './setup-card.tsx'
import { SettingsForm } from './settings-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { useScrollToPart } from './scroll-to-part.ts'
import { defaultSettings } from '#shared/settings/api.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'

/** What holds for the whole company, which an administrator changes; and what everybody chooses for themselves. */
export default function SettingsPage() {
  const { role } = useUser()
  const { data: reply, error, isFetching, refetch } = useQuery(settingsQuery)
  const settings = reply && (reply.data ?? defaultSettings)
  useScrollToPart(settings !== undefined)
  const whole = useMemo(() => overDefaults(settings), [settings])
  return (
    <div className="flex w-full max-w-180 flex-col gap-6">
      <PageHeader title="Settings" />
      <Card title="Appearance">
        <ThemeSwitch />
      </Card>
      {role === 'admin' && <SetupCard />}
      {role === 'admin' && <MailCard />}
      {role === 'admin' && (
        <Card
          title="Data integrity check"
          help="Checks that all stock, money and statuses match the recorded entries."
          action={
            <Button asChild size="sm">
              <Link to={paths.proof}>View results</Link>
            </Button>
          }
        >
          <p className="text-secondary">Runs every night and on demand.</p>
        </Card>
      )}
      {role === 'admin' && (
        <Card
          title="Accounts and closed periods"
          help="The accounts that the journal posts to, and up to which day the books are closed."
          action={
            <Button asChild size="sm">
              <Link to={`${paths.journal}?tab=accounts`}>Open journal</Link>
            </Button>
          }
        >
          <p className="text-secondary">For your accountant: journal, trial balance and exports.</p>
        </Card>
      )}
      {role === 'admin' && (
        <Card
          title="Imports"
          help="Past deliveries from another system. Products, raw materials and customers are imported from their lists."
          action={
            <Button asChild size="sm">
              <Link to={paths.imports}>Open imports</Link>
            </Button>
          }
        >
          <p className="text-secondary">CSV and Excel, checked before anything is saved.</p>
        </Card>
      )}
      {role === 'admin' && (
        <Card
          title="Background jobs"
          help="E-mails, long exports, imports and what is done every hour."
          action={
            <Button asChild size="sm">
              <Link to={paths.jobs}>Open jobs</Link>
            </Button>
          }
        >
          <p className="text-secondary">What waits, what runs, and what failed and why.</p>
        </Card>
      )}
      {role === 'admin' && (
        <div id="logo" className="scroll-mt-20">
          <LogoCard />
        </div>
      )}
      {settings ? (
        role === 'admin' ? (
          <SettingsForm
            settings={whole}
            version={reply.version ?? 1}
            isCurrencyFixed={reply.isCurrencyFixed ?? false}
          />
        ) : (
          <CompanyFacts settings={settings} />
        )
      ) : (
        <Card title="Company">
          {error ? (
            <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <SkeletonText lines={12} />
          )}
        </Card>
      )}
    </div>
  )
}
