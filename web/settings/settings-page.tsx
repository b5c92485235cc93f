import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUser } from '#web/session/session.ts'
import { settingsQuery } from '#web/session/settings.ts'
import { ThemeSwitch } from '#web/session/theme-switch.tsx'
import { CompanyFacts } from './company-facts.tsx'
import { DataCards } from './data-cards.tsx'
import { MailCard } from './mail-card.tsx'
import { SettingsIndex, type SettingsPart } from './settings-contents.tsx'
import { SettingsForm } from './settings-form.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { useScrollToPart } from './scroll-to-part.ts'
import { defaultSettings } from '#shared/settings/api.ts'
import { overDefaults } from '#shared/settings/over-defaults.ts'

/** The company settings, for administrators, and each user's own preferences. */
export default function SettingsPage() {
  const { role } = useUser()
  const { data: reply, error, isFetching, refetch } = useQuery(settingsQuery)
  const settings = reply && (reply.data ?? defaultSettings)
  useScrollToPart(settings !== undefined)
  const whole = useMemo(() => overDefaults(settings), [settings])
  const isAdmin = role === 'admin'
  return (
    <div className="flex w-full flex-col gap-6">
      <PageHeader title="Settings" />
      <div className="flex flex-col gap-6 xl:flex-row xl:gap-8">
        {isAdmin && <SettingsIndex parts={parts} />}
        <div className="flex w-full max-w-180 flex-col gap-6">
          {settings ? (
            isAdmin ? (
              <SettingsForm settings={whole} isCurrencyFixed={reply.isCurrencyFixed ?? false} />
            ) : (
              <CompanyFacts settings={settings} />
            )
          ) : (
            <Card title="Company">
              {error ? (
                <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
              ) : (
                <SkeletonText lines={12} />
              )}
            </Card>
          )}
          {isAdmin && <MailCard />}
          {isAdmin && <DataCards />}
          <div id="appearance" className="scroll-mt-20">
            <Card title="Appearance">
              <ThemeSwitch />
            </Card>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The parts in the order of the page. */
const parts: readonly SettingsPart[] = [
  { id: 'company', label: 'Company' },
  { id: 'documents', label: 'Documents' },
  { id: 'numbering', label: 'Numbering' },
  { id: 'money', label: 'Money and tax' },
  { id: 'stock', label: 'Stock and purchasing' },
  { id: 'shipping', label: 'Shipping' },
  { id: 'security', label: 'Security' },
  { id: 'email', label: 'Email' },
  { id: 'data', label: 'Data' },
  { id: 'appearance', label: 'Appearance' },
]
