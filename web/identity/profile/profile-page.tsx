import { OwnSessions } from './own-sessions.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { PagesCard } from './pages-card.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { ThemeSwitch } from '#web/session/theme-switch.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** The user's own profile: account, login methods, sessions and appearance. */
export default function ProfilePage() {
  return (
    <div className="mx-auto flex w-full max-w-180 flex-col gap-6">
      <PageHeader title="My profile" />
      <PagesCard />
      <ProfileForm />
      <PasswordCard />
      <SecondFactorCard />
      <PasskeysCard />
      <OwnSessions />
      <Card title="Appearance">
        <ThemeSwitch />
      </Card>
    </div>
  )
}
